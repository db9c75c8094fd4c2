// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/src/browser/report';
import { browserReporter } from '../../../candor/src/browser/reporter';
import { outages } from '../../../candor/src/browser/outages';
import { isEventId } from '../../../candor/src/shared/digest';
import { respondWith } from '../../support/fake-ingest';
import { servePage } from '../browser/serve-page';
import { eventId, failureScreen, showFailure, withDigest } from './show-failure';
import { screen, userEvent } from './testing-library';

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
const hasTitle = (name: string) => expect(screen.getByRole('heading', { name })).toBeTruthy();
const hasText = (text: string) => expect(screen.getByText(text)).toBeTruthy();

test('shows the digest of a server failure and the state of its event, and reports nothing', async () => {
  showFailure(withDigest());
  hasTitle('Something went wrong');
  hasText(
    'Application error: a server-side exception has occurred while loading 127.0.0.1 (see the server logs for more information).',
  );
  hasText(`Digest: ${eventId}`);
  await screen.findByText('sent');
  expect({ requested, captured }).toEqual({ requested: [`/monitoring?event=${eventId}`], captured: [] });
});

test('shows an outage under its own title, without blame, and reports nothing', () => {
  const error = new TypeError('Failed to fetch');
  outages.set(error, 'Could not reach this site');
  showFailure(error);
  hasTitle('Could not reach this site');
  expect(shown()).toContain('see whether it arrived before you send it again');
  expect(shown()).not.toMatch(/Application error|fault|Event:/);
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
  hasText(
    'Application error: a client-side exception has occurred while loading 127.0.0.1 (see the browser console for more information).',
  );
  expect(container.querySelector('time')?.dateTime).toBe(captured[0]?.at.toISOString());
  expect(requested).toEqual([]);
});

test('shows the event of a text that the starter has reported, and makes no other', async () => {
  const failure = browserReporter.reportOnce('broken', 'boundary');
  showFailure('broken');
  await screen.findByText('sent');
  hasText(`Event: ${failure?.eventId}`);
  expect(captured).toEqual([failure]);
});

test('shows a digest that is not an event id, and requests no state for it', async () => {
  showFailure(withDigest('2338064195@E394'));
  hasText('Digest: 2338064195@E394');
  await screen.findByText('unknown here');
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
