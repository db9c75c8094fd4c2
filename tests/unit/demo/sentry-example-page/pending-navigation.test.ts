// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kind } from '../../../../app/sentry-example-page/kinds';
import { waitUntil } from '../../../support/wait-until';

const event = { state: 'sent' } as const;
let recordResponse: (status: number) => void;

beforeEach(() => {
  sessionStorage.clear();
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
  const navigation = await import('../../../../app/sentry-example-page/pending-navigation');
  return { ...navigation, ...(await import('../../../../app/sentry-example-page/outcomes')) };
}

/** Stores what a screen stores when it is shown, and again when its event's state changes. */
async function showScreen(label: 'Digest' | 'Event' = 'Digest') {
  const { useShownScreen } = await import('../../../../candor/src/screens/shown-screen');
  renderHook(() => useShownScreen({ label, id: 'a' }, event));
}

/** Leaves a page for that of a kind, whose response has the status. */
async function navigateTo(kind: Kind, status: number) {
  (await loadPage()).beginNavigation(kind);
  recordResponse(status);
  await waitUntil('the status', () => sessionStorage.getItem('candor.pending-navigation')?.includes('"status"'));
}

async function restoredOutcomes() {
  const { allOutcomes, restore } = await loadPage();
  restore();
  return allOutcomes();
}

test('a screen shown since the navigation began is the outcome of its kind', async () => {
  await navigateTo('server-render', 500);
  await showScreen();
  expect(await restoredOutcomes()).toEqual({
    latest: 'server-render',
    'server-render': { status: 500, reference: 'Digest: a', event },
  });
});

test('a screen shown since then is the outcome although the clock was set back between the documents', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  (await loadPage()).beginNavigation('server-render');
  vi.setSystemTime(Date.now() - 3_600_000);
  await showScreen();
  const outcomes = await restoredOutcomes();
  vi.useRealTimers();
  expect(outcomes['server-render']).toEqual({ status: undefined, reference: 'Digest: a', event });
});

test('a screen shown before is not the outcome, even if the state of its event changes later', async () => {
  await showScreen();
  const { allOutcomes, restore, beginNavigation } = await loadPage();
  beginNavigation('server-render');
  await showScreen();
  restore();
  expect(allOutcomes()).toEqual({});
});

test('the outcome is the status alone where no screen was shown', async () => {
  await navigateTo('server-render', 500);
  expect(await restoredOutcomes()).toEqual({ 'server-render': { status: 500 } });
});

test('the outcome of a browser failure has no status', async () => {
  await navigateTo('browser-render', 200);
  await showScreen('Event');
  expect((await restoredOutcomes())['browser-render']).toEqual({ reference: 'Event: a', event });
});

test('restores an outcome once, across page loads too', async () => {
  (await loadPage()).beginNavigation('server-render');
  await showScreen();
  const { restore, setOutcome } = await loadPage();
  restore();
  setOutcome('server-render', { status: 200 });
  restore();
  expect((await restoredOutcomes())['server-render']).toEqual({ status: 200 });
});

test.each([
  { arrivedAt: '?fail=server-render', expected: { status: 429 }, what: 'the target document' },
  { arrivedAt: '?fail=forbidden', expected: undefined, what: 'no other document' },
])(
  'the outcome has the status of $what, though the page before was gone too soon to record it',
  async ({ arrivedAt, expected }) => {
    (await loadPage()).beginNavigation('server-render');
    const entries = [{ responseStatus: 429 }] as unknown as PerformanceEntry[];
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries);
    vi.stubGlobal('location', new URL(`http://localhost/sentry-example-page${arrivedAt}`));
    (await loadPage()).recordArrival();
    expect((await restoredOutcomes())['server-render']).toEqual(expected);
  },
);
