// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Window } from 'happy-dom';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { SetState } from '../../../candor/browser/report';
import { browserReporter } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { Report } from '../../../candor/screens/report';
import { lastShownScreen } from '../../../candor/screens/shown-screen';

const eventId = '0123456789abcdef0123456789abcdef';
const failedAt = new Date(Date.UTC(2026, 10, 20, 12, 29, 5, 999));
const asked: string[] = [];
let fate: EventState;
let setState: SetState;

const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end(JSON.stringify(fate));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  browserReporter.start((_, tell) => {
    setState = tell;
    return Promise.resolve(() => {});
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  cleanup();
  asked.length = 0;
});

const showOfServer = (id: string) =>
  render(<Report reference={{ label: 'Digest', id, failedAt }} host="candor.test" />);

/** The report of a failure that was just noticed in this browser. */
async function showOfBrowser() {
  const failure = browserReporter.reportOnce(new Error('x'), 'boundary')!;
  const { eventId: id } = failure;
  render(<Report reference={{ label: 'Event', id, failedAt }} host="candor.test" />);
  await act(() => browserReporter.flush());
  return { id, tell: (event: EventState) => act(() => setState(id, event)) };
}

test("says what the server knows of its event, and the failure's time in UTC", async () => {
  fate = { state: 'sent' };
  const { container } = showOfServer(eventId);
  await screen.findByText('sent');
  expect(asked).toEqual([`/monitoring?event=${eventId}`]);
  expect(container.querySelector('time')?.textContent).toBe('2026-11-20 12:29:05 UTC');
  expect(container.querySelector('time')?.dateTime).toBe('2026-11-20T12:29:05.999Z');
});

test('follows what becomes of an event of this browser, and asks the server nothing', async () => {
  const { tell } = await showOfBrowser();
  expect(screen.getByText('sending')).toBeTruthy();
  tell({ state: 'queued' });
  expect(screen.getByText('queued')).toBeTruthy();
  tell({ state: 'sent' });
  expect(screen.getByText('sent')).toBeTruthy();
  expect(asked).toEqual([]);
});

test('copies the reference with the state as it is by then', async () => {
  const user = userEvent.setup();
  const { id, tell } = await showOfBrowser();
  tell({ state: 'dropped', reason: 'why' });
  await user.click(screen.getByRole('button', { name: 'Copy reference' }));
  expect(await navigator.clipboard.readText()).toBe(
    `Event: ${id}\nTime: 2026-11-20 12:29:05 UTC\nHost: candor.test\nReport: dropped: why`,
  );
});

test('takes words about what has an event, also when that was dropped', async () => {
  const { tell } = await showOfBrowser();
  tell({ state: 'dropped', reason: 'why' });
  expect(screen.getByRole('textbox', { name: 'What were you doing?' })).toBeTruthy();
});

test('asks for no words where reporting is off', async () => {
  fate = { state: 'off' };
  showOfServer(eventId);
  await screen.findByText('off');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('says nothing of a digest that is no event id, and asks neither the server nor for words', () => {
  showOfServer('2338064195@E394');
  expect(screen.getByText('unknown here')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(asked).toEqual([]);
});

test('remembers the screen with what became of its event, for whoever asks when it is gone', async () => {
  const { id, tell } = await showOfBrowser();
  tell({ state: 'dropped', reason: 'why' });
  expect(lastShownScreen.read()).toMatchObject({
    reference: `Event: ${id}`,
    event: { state: 'dropped', reason: 'why' },
  });
});
