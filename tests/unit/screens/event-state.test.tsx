// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { browserReporter, type SetState } from '../../../candor/browser/reporter';
import type { EventState } from '../../../candor/event-state';
import { EventStateWord, useBrowserEvent, useServerEvent } from '../../../candor/screens/event-state';
import { until } from '../../support/wait-until';

const eventId = '0123456789abcdef0123456789abcdef';
afterEach(cleanup);

function OfBrowser({ eventId }: { eventId: string | undefined }) {
  return <EventStateWord event={useBrowserEvent(eventId)} />;
}
function OfServer({ eventId }: { eventId: string | undefined }) {
  return <EventStateWord event={useServerEvent(eventId)} />;
}

const shown = () => {
  const status = screen.getByRole('status');
  return { text: status.textContent, state: status.dataset.state };
};

test('follows an event of this browser', () => {
  let setState: SetState = () => expect.unreachable();
  browserReporter.start((_, set) => {
    setState = set;
    return Promise.resolve(() => {});
  });
  const id = browserReporter.reportOnce(new Error('x'), 'error')?.eventId ?? '';
  render(<OfBrowser eventId={id} />);
  expect(shown()).toEqual({ text: 'sending', state: 'sending' });
  act(() => setState(id, { state: 'dropped', reason: 'the server responded with 413' }));
  expect(shown()).toEqual({ text: 'dropped: the server responded with 413', state: 'dropped' });
});

async function respondWith(next: () => EventState): Promise<void> {
  const server = createServer((_, response) => response.end(JSON.stringify(next())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  (window as unknown as Window).happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

test('follows an event of the server', async () => {
  const states: EventState[] = [{ state: 'sending' }];
  await respondWith(() => states.shift() ?? { state: 'sent' });
  render(<OfServer eventId={eventId} />);
  expect(shown()).toEqual({ text: 'sending', state: 'sending' });
  await screen.findByText('sent');
  expect(shown()).toEqual({ text: 'sent', state: 'sent' });
});

test('sends no further request once it is unmounted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetches = vi.spyOn(globalThis, 'fetch');
  await respondWith(() => ({ state: 'sending' }));
  const { unmount } = render(<OfServer eventId={eventId} />);
  await act(() => until('the pause after the first response', () => (vi.getTimerCount() > 0 ? true : undefined)));
  unmount();
  await vi.runOnlyPendingTimersAsync();
  expect(fetches).toHaveBeenCalledTimes(1);
});

test('shows a server failure without an event as unknown', () => {
  render(<OfServer eventId={undefined} />);
  expect(shown()).toEqual({ text: 'unknown here', state: 'unknown' });
});
