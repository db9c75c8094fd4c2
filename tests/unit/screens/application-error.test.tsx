// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { outages, unreachable } from '../../../candor/src/browser/outages';
import { useFailure } from '../../../candor/src/screens/use-failure';
import { isEventId } from '../../../candor/src/shared/digest';
import { words } from '../../../candor/src/shared/words/en';
import { respondWith } from '../../support/fake-ingest';
import { servePage } from '../browser/serve-page';
import { eventId, failureScreen, showFailure, withDigest } from './show-failure';
import { renderHook, screen, userEvent, waitFor } from './testing-library';

let requested: string[];
let captured: Report[];

browserReporter.start((_, setState) =>
  Promise.resolve((report) => {
    captured.push(report);
    setState(report.eventId, { state: 'sent' });
  }),
);
beforeEach(async () => {
  captured = [];
  ({ requested } = await servePage(respondWith(200, { event: eventId, state: 'sent' })));
});

const shown = () => screen.getByRole('main').textContent;
const hasText = (text: string) => expect(screen.getByText(text)).toBeTruthy();
const sentence = (side: string, logs: string) =>
  `Application error: a ${side} exception has occurred while loading 127.0.0.1 (see the ${logs} for more information).`;

test('shows the digest of a server failure and the state of its event, in the words of the facts alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] }); // Two screens that are shown one after the other name one minute.
  const error = withDigest();
  const { result } = renderHook(() => useFailure(error));
  showFailure(error);
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  hasText(sentence('server-side', 'server logs'));
  hasText(`Digest: ${eventId}`);
  await screen.findByRole('textbox');
  await waitFor(() => expect(result.current.texts.state).toBe('sent'));
  await waitFor(() => expect(shown()).toContain('Report: sentTime'));
  const { title, message, advice, quote, reference, again, home, ...rest } = result.current.texts;
  const { report, state, time, failedAt, copy, ask, send } = rest;
  const all = [title, message, advice, quote, reference, again, home, `${report}: ${state}${time}: ${failedAt}`];
  expect(shown()).toBe([...all, copy, ask, send].join(''));
  expect(advice).toBe(`${words.notYours} ${words.ifSent}`);
  expect(rest.toCopy).toBe(`${reference}\nTime: ${failedAt}\nHost: 127.0.0.1\nReport: sent`);
  expect(requested).toEqual([`/monitoring?event=${eventId}`, `/monitoring?event=${eventId}`]);
  expect(captured).toEqual([]);
});

test('shows an outage under its own title, without blame and reference, and reports nothing', () => {
  const error = new TypeError('Failed to fetch');
  outages.set(error, unreachable);
  showFailure(error);
  const { title, advice, ...rest } = renderHook(() => useFailure(error)).result.current.texts;
  expect([title, advice]).toEqual([words.unreachable, words.ifSent]);
  expect(rest).toMatchObject({ message: '', quote: '', reference: '', toCopy: '' });
  expect(shown()).toBe(title + advice + words.again + words.home);
  expect(captured).toEqual([]);
});

test('shows the event id of a browser failure, and captures it once under that id', async () => {
  const error = new Error('broken');
  const { container, rerender } = showFailure(error);
  rerender(failureScreen(error));
  await screen.findByText('sent');
  expect(captured).toEqual([expect.objectContaining({ thrown: error, noticedBy: 'boundary' })]);
  expect(captured[0]?.eventId).toSatisfy(isEventId);
  hasText(`Event: ${captured[0]?.eventId}`);
  hasText(sentence('client-side', 'browser console'));
  expect(container.querySelector('time')?.dateTime).toBe(captured[0]?.at.toISOString());
  expect(requested).toEqual([]);
});

test.each(['<img src=x onerror=alert(1)>', 'call 0900 123 456', `${eventId}\u202e`])(
  'does not show the digest %s, nor request its state',
  (digest) => {
    showFailure(withDigest(digest));
    for (const text of [digest, 'Digest:']) expect(shown()).not.toContain(text);
    expect(requested).toEqual([]);
  },
);

test.each([
  ['an error', Object.assign(new TypeError('tell nobody'), { digest: '2338064195' })],
  ['an error of the browser', new TypeError('tell nobody')],
  ['a string', 'tell nobody'],
])('shows nothing of the thrown value: %s', (_, thrown) => {
  const { container } = showFailure(thrown);
  expect(shown()).toContain('Application error:');
  expect(container.innerHTML).not.toMatch(/tell nobody|TypeError/);
});

test('has a button that tries again, and a link to the home page', async () => {
  const retry = vi.fn();
  showFailure(withDigest('2338064195'), retry);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('names neither side nor host in a document that the server renders', () => {
  vi.stubGlobal('window', undefined);
  const html = renderToStaticMarkup(failureScreen(withDigest()));
  vi.unstubAllGlobals();
  expect(html).toContain(
    'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)',
  );
  expect(html).toContain(`Digest: ${eventId}`);
});
