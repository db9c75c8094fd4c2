// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { useServerEvent } from '../../../candor/src/screens/event-state';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { servePage } from '../browser/serve-page';
import { act, render } from './testing-library';

const OfServer = () => useServerEvent('0123456789abcdef0123456789abcdef').state;

test('sends one more request at most once it is unmounted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await servePage(respondWith(200, { state: 'sending' }));
  const fetches = vi.spyOn(globalThis, 'fetch');
  const { unmount } = render(<OfServer />);
  await act(() => waitUntil('the pause after the first response', () => vi.getTimerCount() > 0));
  unmount();
  await vi.runOnlyPendingTimersAsync();
  await waitUntil('the next response', () => vi.getTimerCount() === 0);
  expect(fetches).toHaveBeenCalledTimes(2);
});
