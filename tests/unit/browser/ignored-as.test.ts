// @vitest-environment happy-dom
import type { Event } from '@sentry/core';
import { expect, test } from 'vitest';
import { ignoredAs } from '../../../candor/src/browser/ignored-as';

const here = { frames: [{ filename: '/a.js', lineno: 1 }] };
const of = (value: string, stacktrace?: object): Event => ({
  exception: { values: [{ type: 'Error', value, stacktrace }] },
});
const suspense = 'Suspense Exception: This is not a real error';
const minified = (code: number) =>
  of(`Minified React error #${code}; visit https://react.dev/errors/${code} for the full message`, here);
const ofSdk = of('ResizeObserver loop completed with undelivered notifications.');

test.each<[string, Event, string | undefined]>([
  ['what `use` throws', of(`${suspense}! It's an implementation detail`, here), 'React suspends'],
  ['what a commit throws', of(`${suspense}, and should not leak`, here), 'React suspends'],
  ['the same in production, 460', minified(460), 'React suspends'],
  ['the same in production, 474', minified(474), 'React suspends'],
  ['the same in production, 542', minified(542), 'React suspends'],
  ['another error of React', minified(418), undefined],
  ['an error of another site', of('Script error.'), 'a script of another site'],
  ['an error of this site with the same words', of('Script error.', here), undefined],
  ['a text that the SDK drops', ofSdk, 'ignored by the SDK'],
  ['a failure', of('x', here), undefined],
  ['a message', { message: 'words' }, undefined],
  ['feedback', { type: 'feedback' } as Event, undefined],
])('%s is ignored as it should be', (_, event, reason) => expect(ignoredAs(event)).toBe(reason));
