// @vitest-environment happy-dom
import type { Event } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { countIgnored, ignoredAs } from '../../../candor/browser/ignored-as';
import { readBrowserReports } from '../../../candor/delivery/read-browser-reports';

const frames = [{ filename: '/a.js', lineno: 1 }];
const of = (value: string, stacktrace?: object): Event => ({
  exception: { values: [{ type: 'Error', value, stacktrace }] },
});

test.each<[string, Event, string | undefined]>([
  [
    'what `use` throws',
    of("Suspense Exception: This is not a real error! It's an implementation detail", { frames }),
    'React suspends',
  ],
  [
    'what a commit throws',
    of('Suspense Exception: This is not a real error, and should not leak', { frames }),
    'React suspends',
  ],
  ...['460', '474', '542'].map((code): [string, Event, string] => [
    `the same in production, ${code}`,
    of(`Minified React error #${code}; visit https://react.dev/errors/${code} for the full message`, { frames }),
    'React suspends',
  ]),
  [
    'another error of React',
    of('Minified React error #418; visit https://react.dev/errors/418', { frames }),
    undefined,
  ],
  ['an error of another site', of('Script error.'), 'a script of another site'],
  ['an error of this site with the same words', of('Script error.', { frames }), undefined],
  [
    'a text that the SDK drops',
    of('ResizeObserver loop completed with undelivered notifications.'),
    'ignored by the SDK',
  ],
  ['a failure', of('x', { frames }), undefined],
  ['a message', { message: 'words' }, undefined],
  ['feedback', { type: 'feedback' } as Event, undefined],
])('%s is ignored as it should be', (_, event, reason) => {
  expect(ignoredAs(event)).toBe(reason);
});

test('what is ignored reaches the server as a report that it counts', async () => {
  const post = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  countIgnored('React suspends');
  const [address, { body, headers } = {}] = post.mock.calls[0]!;
  expect([address, headers]).toEqual(['/monitoring', { 'Content-Type': 'application/reports+json' }]);
  const hosts = [location.host];
  expect(readBrowserReports(Buffer.from(body as string), { type: 'application/reports+json', hosts })).toEqual([
    'React suspends',
  ]);
});
