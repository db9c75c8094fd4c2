// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitUntil } from '../../../support/wait-until';

const id = '0123456789abcdef0123456789abcdef';
const reference = `Digest: ${id}`;
const asked: string[] = [];
let states: object[];
let recordResponse: (status: number) => void;

beforeEach(() => {
  sessionStorage.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(states.length > 1 ? states.shift() : states[0]);
  });
  // A browser records the responses that a page gets; happy-dom records none.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(notify: (list: { getEntries: () => object[] }) => void) {
        const response = { name: location.href, initiatorType: 'fetch' };
        recordResponse = (responseStatus) =>
          notify({ getEntries: () => [{ ...response, responseStatus, startTime: performance.now() }] });
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** The modules as a newly loaded page has them: only the tab's session storage is the same. */
async function loadPage() {
  vi.resetModules();
  const following = await import('../../../../app/sentry-example-page/follow-event');
  return { ...following, ...(await import('../../../../app/sentry-example-page/outcomes')) };
}

test('the row shows what the server says of the event, until it has arrived that it is being sent', async () => {
  states = [{ state: 'unknown' }, { state: 'sent', afterMs: 3 }];
  const { follow, allOutcomes } = await loadPage();
  const followed = follow('route-handler', reference, 500);
  const outcome = { status: 500, reference };
  expect(allOutcomes()['route-handler']).toEqual({ ...outcome, event: { state: 'sending' } });
  await followed;
  expect(allOutcomes()['route-handler']).toEqual({ ...outcome, event: { state: 'sent', afterMs: 3 } });
  expect(asked).toEqual(Array(2).fill(`/monitoring?event=${id}`));
});

test('a queued event is known, and is followed until it is sent', async () => {
  states = [{ state: 'queued' }, { state: 'dropped', reason: 'why' }];
  const { follow, allOutcomes } = await loadPage();
  await follow('handled', reference);
  expect(allOutcomes().handled?.event).toEqual({ state: 'queued' });
  await waitUntil('the end', () => allOutcomes().handled?.event?.state === 'dropped');
});

test('the next page follows an event that was not settled when its page was left', async () => {
  states = [{ state: 'sent' }];
  (await loadPage()).setOutcome('handled', { status: 200, reference, event: { state: 'sending' } });
  const { resumeFollowing, allOutcomes } = await loadPage();
  resumeFollowing();
  await waitUntil('the state', () => allOutcomes().handled?.event?.state === 'sent');
  expect(allOutcomes().handled).toEqual({ status: 200, reference, event: { state: 'sent' } });
});

test.each([true, false])(
  'the outcome is the screen that replaces the page, and its status; first: %s',
  async (isFirst) => {
    states = [{ state: 'sent' }];
    const { followScreen, allOutcomes, setOutcome } = await loadPage();
    setOutcome('server-render', { status: 200, note: 'of an earlier one' });
    followScreen('server-render');
    if (isFirst) recordResponse(500);
    document.body.innerHTML = `<main class="screen"><p class="reference"><code>${reference}</code></p></main>`;
    await waitUntil('the state', () => allOutcomes()['server-render']?.event?.state === 'sent');
    if (!isFirst) recordResponse(500);
    await waitUntil('the status', () => allOutcomes()['server-render']?.status);
    expect(allOutcomes()['server-render']).toEqual({ status: 500, reference, event: { state: 'sent' } });
  },
);

test('an error that is about to be thrown is followed under the id that Candor has given it', async () => {
  states = [{ state: 'sent' }];
  vi.stubGlobal(Symbol.for('candor.browser-reporter') as never, { reportOnce: () => ({ eventId: id }) });
  const { followThrown, allOutcomes } = await loadPage();
  const error = new Error('x');
  const followed = followThrown('browser-error', error);
  dispatchEvent(new ErrorEvent('error', { error: new Error('another') }));
  expect(allOutcomes()).toEqual({});
  dispatchEvent(new ErrorEvent('error', { error }));
  await followed;
  expect(allOutcomes()['browser-error']).toEqual({ reference: `Event: ${id}`, event: { state: 'sent' } });
});
