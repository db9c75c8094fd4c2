// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { SetState } from '../../../candor/browser/report';
import { browserReporter } from '../../../candor/browser/reporter';
import { EventStateWord, useBrowserEvent, useServerEvent } from '../../../candor/screens/event-state';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { servePage } from '../browser/serve-page';
import { act, render, screen } from './testing-library';

const eventId = '0123456789abcdef0123456789abcdef';
type Props = { eventId: string | undefined };
const OfBrowser = ({ eventId }: Props) => <EventStateWord event={useBrowserEvent(eventId)} />;
const OfServer = ({ eventId }: Props) => <EventStateWord event={useServerEvent(eventId)} />;

const expectShown = (text: string, state = text) => {
  const status = screen.getByRole('status');
  expect({ text: status.textContent, state: status.dataset.state }).toEqual({ text, state });
};

test('follows an event of this browser', () => {
  let setState: SetState = () => expect.unreachable();
  browserReporter.start((_, set) => {
    setState = set;
    return Promise.resolve(() => {});
  });
  const id = browserReporter.reportOnce(new Error('x'), 'error')?.eventId ?? '';
  render(<OfBrowser eventId={id} />);
  expectShown('sending');
  act(() => setState(id, { state: 'dropped', reason: 'the server responded with 413' }));
  expectShown('dropped: the server responded with 413', 'dropped');
});

test('follows an event of the server', async () => {
  const states = ['sending'];
  await servePage((response) => respondWith(200, { state: states.shift() ?? 'sent' })(response));
  render(<OfServer eventId={eventId} />);
  expectShown('sending');
  await screen.findByText('sent');
  expectShown('sent');
});

test('sends no further request once it is unmounted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await servePage(respondWith(200, { state: 'sending' }));
  const fetches = vi.spyOn(globalThis, 'fetch');
  const { unmount } = render(<OfServer eventId={eventId} />);
  await act(() => waitUntil('the pause after the first response', () => vi.getTimerCount() > 0));
  unmount();
  await vi.runOnlyPendingTimersAsync();
  expect(fetches).toHaveBeenCalledTimes(1);
});

test('shows a server failure without an event as unknown', () => {
  render(<OfServer eventId={undefined} />);
  expectShown('unknown here', 'unknown');
});
