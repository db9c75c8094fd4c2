// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

const event = { state: 'sent' } as const;

beforeEach(() => sessionStorage.clear());

/** The module as a newly loaded page has it: only the tab's session storage is the same. */
async function loadPage() {
  vi.resetModules();
  return import('../../../../app/sentry-example-page/outcomes');
}

test('keeps the outcome of each kind across page loads, and the kind that made the last event', async () => {
  const before = await loadPage();
  for (const reference of ['Digest: a', 'Digest: b'])
    before.setOutcome('server-render', { status: 500, reference, event });
  before.setOutcome('not-found', { status: 404 });
  const expected = {
    latest: 'server-render',
    'not-found': { status: 404 },
    'server-render': { status: 500, reference: 'Digest: b', event },
  };
  expect(before.allOutcomes()).toEqual(expected);
  expect((await loadPage()).allOutcomes()).toEqual(expected);
});

test('describes the outcomes in plain text, in the order of the page', async () => {
  const { describeOutcomes, recordSuccess, setOutcome } = await loadPage();
  expect(describeOutcomes()).toBe('');
  setOutcome('not-found', { status: 404 });
  recordSuccess({ succeededAt: '2026-01-02T03:04:05.678Z' }, 200);
  setOutcome('browser-error', { reference: 'Event: b', event: { state: 'dropped', reason: 'why' } });
  expect(describeOutcomes().split('\n')).toEqual([
    'browser-error: dropped: why, Event: b',
    'server-action-ok: HTTP 200, The action succeeded at 03:04:05 UTC.',
    'not-found: HTTP 404',
  ]);
});

test('calls its listeners until they unsubscribe', async () => {
  const { setOutcome, subscribeToOutcomes } = await loadPage();
  const listener = vi.fn();
  const unsubscribe = subscribeToOutcomes(listener);
  setOutcome('not-found', { status: 404 });
  unsubscribe();
  setOutcome('not-found', { status: 404 });
  expect(listener).toHaveBeenCalledOnce();
});
