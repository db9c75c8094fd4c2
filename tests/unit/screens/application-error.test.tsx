// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Window } from 'happy-dom';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Report } from '../../../candor/browser/report';
import { browserReporter } from '../../../candor/browser/reporter';
import { outages } from '../../../candor/browser/outages';
import { isEventId } from '../../../candor/digest';
import { FailureDetails } from '../../../candor/screens/failure';
import { Screen } from '../../../candor/screens/screen';

const eventId = '0123456789abcdef0123456789abcdef';
const requested: string[] = [];
const captured: Report[] = [];

const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  response.end(JSON.stringify({ event: eventId, state: 'sent' }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  browserReporter.start((_, setState) =>
    Promise.resolve((report) => {
      captured.push(report);
      setState(report.eventId, { state: 'sent' });
    }),
  );
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  cleanup();
  requested.length = 0;
  captured.length = 0;
});

const show = (thrown: unknown, retry = () => {}) =>
  render(<FailureDetails Frame={Screen} thrown={thrown} retry={retry} />);
const shown = () => screen.getByRole('main').textContent;

test('shows the digest of a server failure and the state of its event, and reports nothing', async () => {
  show(Object.assign(new Error('redacted'), { digest: eventId }));
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(shown()).toContain(
    'Application error: a server-side exception has occurred while loading 127.0.0.1 (see the server logs for more information).',
  );
  expect(screen.getByText(`Digest: ${eventId}`)).toBeTruthy();
  await screen.findByText('sent');
  expect(requested).toEqual([`/monitoring?event=${eventId}`]);
  expect(captured).toEqual([]);
});

test('shows an outage under its own title, without blame, and reports nothing', () => {
  const error = new TypeError('Failed to fetch');
  outages.add(error, 'Could not reach this site');
  show(error);
  expect(screen.getByRole('heading', { name: 'Could not reach this site' })).toBeTruthy();
  expect(shown()).toContain('see whether it arrived before you send it again');
  expect(shown()).not.toMatch(/Application error|fault|Event:/);
  expect(captured).toEqual([]);
});

test('shows the event id of a browser failure, and captures it once under that id', async () => {
  const error = new Error('broken');
  const { container, rerender } = show(error);
  rerender(<FailureDetails Frame={Screen} thrown={error} retry={() => {}} />);
  await screen.findByText('sent');
  expect(captured).toEqual([expect.objectContaining({ thrown: error, noticedBy: 'boundary' })]);
  expect(captured[0]?.eventId).toSatisfy(isEventId);
  expect(screen.getByText(`Event: ${captured[0]?.eventId}`)).toBeTruthy();
  expect(shown()).toContain(
    'Application error: a client-side exception has occurred while loading 127.0.0.1 (see the browser console for more information).',
  );
  expect(container.querySelector('time')?.dateTime).toBe(captured[0]?.at.toISOString());
  expect(requested).toEqual([]);
});

test('shows the event of a text that the starter has reported, and makes no other', async () => {
  const failure = browserReporter.reportOnce('broken', 'boundary');
  show('broken');
  await screen.findByText('sent');
  expect(screen.getByText(`Event: ${failure?.eventId}`)).toBeTruthy();
  expect(captured).toEqual([failure]);
});

test('shows a digest that is not an event id, and requests no state for it', async () => {
  show(Object.assign(new Error('x'), { digest: '2338064195@E394' }));
  expect(screen.getByText('Digest: 2338064195@E394')).toBeTruthy();
  await screen.findByText('unknown here');
  expect(requested).toEqual([]);
});

test.each(['<img src=x onerror=alert(1)>', 'call 0900 123 456', `${eventId}\u202e`])(
  'does not show the digest %s, nor request its state',
  (digest) => {
    show(Object.assign(new Error('x'), { digest }));
    expect(shown()).not.toContain(digest);
    expect(shown()).not.toContain('Digest:');
    expect(requested).toEqual([]);
  },
);

test.each([
  ['an error', Object.assign(new TypeError('tell nobody'), { digest: '2338064195' })],
  ['an error of the browser', new TypeError('tell nobody')],
  ['a string', 'tell nobody'],
])('shows nothing of the thrown value: %s', (_, thrown) => {
  const { container } = show(thrown);
  expect(shown()).toContain('Application error:');
  expect(container.innerHTML).not.toContain('tell nobody');
  expect(container.innerHTML).not.toContain('TypeError');
});

test('has a button that tries again, and a link to the home page', async () => {
  let retries = 0;
  show(Object.assign(new Error('x'), { digest: '2338064195' }), () => (retries += 1));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries).toBe(1);
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('names neither side nor host in a document that the server renders', () => {
  vi.stubGlobal('window', undefined);
  const html = renderToStaticMarkup(
    <FailureDetails Frame={Screen} thrown={Object.assign(new Error('x'), { digest: eventId })} retry={() => {}} />,
  );
  vi.unstubAllGlobals();
  expect(html).toContain(
    'Application error: a client-side or server-side exception has occurred while loading the host (see the browser console or server logs for more information)',
  );
  expect(html).toContain(`Digest: ${eventId}`);
});

test('says that the page reloads when its build is gone, shows no reference, and reports nothing', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  show(Object.assign(new Error('x'), { name: 'ChunkLoadError' }));
  expect(screen.getByRole('heading', { name: 'This site was updated' })).toBeTruthy();
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button')).toBeNull();
  await browserReporter.flush();
  expect(captured).toEqual([]);
});
