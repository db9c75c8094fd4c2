// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastShownScreen } from '../../../candor/screens/shown-screen';
import { waitUntil } from '../../support/wait-until';

const event = { state: 'sent' } as const;
let noteAnswer: (status: number) => void;

beforeEach(() => {
  sessionStorage.clear();
  // What a browser notes of the answers that its page gets; happy-dom notes none.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: (list: { getEntries: () => object[] }) => void) {
        const answer = { name: location.href, initiatorType: 'fetch' };
        noteAnswer = (responseStatus) =>
          tell({ getEntries: () => [{ ...answer, responseStatus, startTime: performance.now() }] });
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const statusIsKept = () =>
  waitUntil('the status', () => sessionStorage.getItem('candor.leaving')?.includes('"status"'));

/** What a page has after it was loaded anew: the tab's memory, and nothing else. */
async function loadPage() {
  vi.resetModules();
  return import('../../../app/sentry-example-page/outcomes');
}

/** What a screen notes of itself when it is shown, and again when its event's state changes. */
async function showScreen(reference: string) {
  const { useShownScreen } = await import('../../../candor/screens/shown-screen');
  renderHook(() => useShownScreen(reference, event));
  return { reference };
}

test('keeps what came of each kind over page loads, and which made the last event', async () => {
  const before = await loadPage();
  before.setOutcome('server-render', { status: 500, reference: 'Digest: a', event });
  before.setOutcome('server-render', { status: 500, reference: 'Digest: b', event });
  before.setOutcome('not-found', { status: 404 });
  const expected = {
    latest: 'server-render',
    'not-found': { status: 404 },
    'server-render': { status: 500, reference: 'Digest: b', event },
  };
  expect(before.allOutcomes()).toEqual(expected);
  expect((await loadPage()).allOutcomes()).toEqual(expected);
});

test('describes in plain text, in the order of the page, what came of each kind that was made', async () => {
  const { describeOutcomes, noteSuccess, setOutcome } = await loadPage();
  expect(describeOutcomes()).toBe('');
  setOutcome('not-found', { status: 404 });
  noteSuccess({ succeededAt: '2026-01-02T03:04:05.678Z' }, 200);
  setOutcome('browser-error', { reference: 'Event: b', event: { state: 'dropped', reason: 'refused' } });
  expect(describeOutcomes().split('\n')).toEqual([
    'browser-error: dropped: refused, Event: b',
    'server-action-ok: HTTP 200, The action succeeded at 03:04:05 UTC.',
    'not-found: HTTP 404',
  ]);
});

test('tells its listeners, until they leave', async () => {
  const { setOutcome, subscribeToOutcomes } = await loadPage();
  let told = 0;
  const leave = subscribeToOutcomes(() => (told += 1));
  setOutcome('not-found', { status: 404 });
  leave();
  setOutcome('not-found', { status: 404 });
  expect(told).toBe(1);
});

test('takes the screen that was shown meanwhile for what came of the kind that was left for', async () => {
  (await loadPage()).leaveFor('server-render');
  noteAnswer(500);
  await statusIsKept();
  lastShownScreen.write({ reference: 'Digest: a', event });
  const { allOutcomes, comeBack } = await loadPage();
  comeBack();
  expect(allOutcomes()).toEqual({
    latest: 'server-render',
    'server-render': { status: 500, reference: 'Digest: a', event },
  });
});

test('takes the screen that was shown meanwhile though the clock was set back between the documents', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  (await loadPage()).leaveFor('server-render');
  vi.setSystemTime(Date.now() - 3_600_000);
  const { reference } = await showScreen('Digest: a');
  const { allOutcomes, comeBack } = await loadPage();
  comeBack();
  vi.useRealTimers();
  expect(allOutcomes()['server-render']).toEqual({ status: undefined, reference, event });
});

test('takes no screen that was shown before, though what became of its event was noted only now', async () => {
  await showScreen('Digest: a');
  const { allOutcomes, comeBack, leaveFor } = await loadPage();
  leaveFor('server-render');
  await showScreen('Digest: a');
  comeBack();
  expect(allOutcomes()).toEqual({});
});

test('takes the status alone where no screen was shown', async () => {
  (await loadPage()).leaveFor('server-render');
  noteAnswer(500);
  await statusIsKept();
  const { allOutcomes, comeBack } = await loadPage();
  comeBack();
  expect(allOutcomes()).toEqual({ 'server-render': { status: 500 } });
});

test('tells no status of a failure of the browser, for which nothing was asked', async () => {
  (await loadPage()).leaveFor('browser-render');
  noteAnswer(200);
  await statusIsKept();
  lastShownScreen.write({ reference: 'Event: a', event });
  const { allOutcomes, comeBack } = await loadPage();
  comeBack();
  expect(allOutcomes()['browser-render']).toEqual({ reference: 'Event: a', event });
});

test('takes no screen that was shown before', async () => {
  lastShownScreen.write({ reference: 'Digest: a', event });
  const { allOutcomes, comeBack, leaveFor } = await loadPage();
  leaveFor('server-render');
  comeBack();
  expect(allOutcomes()).toEqual({});
});

test('tells once what came of a kind, over page loads too', async () => {
  (await loadPage()).leaveFor('server-render');
  lastShownScreen.write({ reference: 'Digest: a', event });
  const { comeBack, setOutcome } = await loadPage();
  comeBack();
  setOutcome('server-render', { status: 200 });
  comeBack();
  const again = await loadPage();
  again.comeBack();
  expect(again.allOutcomes()['server-render']).toEqual({ status: 200 });
});

test.each([
  { arrivedAt: '?fail=server-render', expected: { status: 429 }, what: 'the document that was left for' },
  { arrivedAt: '?fail=forbidden', expected: undefined, what: 'no other document' },
])(
  'tells the status of $what, though the page before was gone too soon to note it',
  async ({ arrivedAt, expected }) => {
    (await loadPage()).leaveFor('server-render');
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { responseStatus: 429 },
    ] as unknown as PerformanceEntry[]);
    vi.stubGlobal('location', new URL(`http://localhost/sentry-example-page${arrivedAt}`));
    (await loadPage()).arrive();
    const back = await loadPage();
    back.comeBack();
    expect(back.allOutcomes()['server-render']).toEqual(expected);
  },
);
