// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Window } from 'happy-dom';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SetState } from '../../../candor/browser/report';
import { browserReporter } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import ReportStatus from '../../../candor/screens/report';
import { shownScreenKey } from '../../../candor/screens/shown-screen';

const eventId = '0123456789abcdef0123456789abcdef';
const failedAt = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
const requested: string[] = [];
let serverState: EventState;
let setState: SetState;

const server = createServer((request, response) => {
  requested.push(request.url ?? '');
  response.end(JSON.stringify(serverState));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  browserReporter.start((_, set) => {
    setState = set;
    return Promise.resolve(() => {});
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  cleanup();
  requested.length = 0;
});

const showOfServer = (id: string) => render(<ReportStatus reference={{ label: 'Digest', id, failedAt }} />);

/** Shows the report of a failure that this browser has just noticed. */
async function showOfBrowser() {
  const failure = browserReporter.reportOnce(new Error('x'), 'boundary')!;
  const { eventId: id } = failure;
  render(<ReportStatus reference={{ label: 'Event', id, failedAt }} />);
  await act(() => browserReporter.flush());
  return { id, setOwnState: (event: EventState) => act(() => setState(id, event)) };
}

test("shows the state of the server's event, and the failure's time in UTC", async () => {
  serverState = { state: 'sent' };
  const { container } = showOfServer(eventId);
  await screen.findByText('sent');
  expect(requested).toEqual([`/monitoring?event=${eventId}`]);
  expect(container.querySelector('time')?.textContent).toBe('2026-11-20 12:29:05 UTC');
  expect(container.querySelector('time')?.dateTime).toBe('2026-11-20T12:29:05.999Z');
});

test('follows an event of this browser, and requests nothing from the server', async () => {
  const { setOwnState } = await showOfBrowser();
  expect(screen.getByText('sending')).toBeTruthy();
  setOwnState({ state: 'queued' });
  expect(screen.getByText('queued')).toBeTruthy();
  setOwnState({ state: 'sent' });
  expect(screen.getByText('sent')).toBeTruthy();
  expect(requested).toEqual([]);
});

test('copies the reference with its current state', async () => {
  const user = userEvent.setup();
  const { id, setOwnState } = await showOfBrowser();
  setOwnState({ state: 'dropped', reason: 'why' });
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe(
    `Event: ${id}\nTime: 2026-11-20 12:29:05 UTC\nHost: ${location.hostname}\nReport: dropped: why`,
  );
});

test('offers feedback on an event, also on a dropped one', async () => {
  const { setOwnState } = await showOfBrowser();
  setOwnState({ state: 'dropped', reason: 'why' });
  expect(screen.getByRole('textbox', { name: 'What were you doing?' })).toBeTruthy();
});

test('offers no feedback where reporting is off', async () => {
  serverState = { state: 'off' };
  showOfServer(eventId);
  await screen.findByText('off');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('shows a digest that is not an event id as unknown, without a request to the server and without feedback', () => {
  showOfServer('2338064195@E394');
  expect(screen.getByText('unknown here')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(requested).toEqual([]);
});

test('stores the screen and the state of its event, for pages that come after it', async () => {
  const { id, setOwnState } = await showOfBrowser();
  setOwnState({ state: 'dropped', reason: 'why' });
  expect(JSON.parse(sessionStorage.getItem(shownScreenKey) ?? '')).toMatchObject({
    reference: `Event: ${id}`,
    event: { state: 'dropped', reason: 'why' },
  });
});

describe('the stylesheets of a page', () => {
  const { settings } = (window as unknown as Window).happyDOM;
  beforeEach(() => void (settings.handleDisabledFileLoadingAsSuccess = true));
  afterEach(() => {
    cleanup();
    document.head.replaceChildren();
  });
  const linked = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);
  const preload = (path: string) => `<link rel="preload" as="style" href="${location.origin}${path}">`;
  const [first, second] = ['/_next/static/chunks/first.css', '/_next/static/chunks/second.css'];

  test('are linked where the root layout threw before it could: Next has only begun to load them', () => {
    document.head.innerHTML = `${preload(first)}${preload(first)}${preload(second)}<link rel="preload" as="font" href="/a">`;
    showOfServer('2338064195@E394');
    expect(linked()).toEqual([location.origin + first, location.origin + second]);
  });

  test('are left alone where there are any', () => {
    document.head.innerHTML = `${preload(first)}<style>p { margin: 0 }</style>`;
    showOfServer('2338064195@E394');
    expect(linked()).toEqual([]);
  });
});
