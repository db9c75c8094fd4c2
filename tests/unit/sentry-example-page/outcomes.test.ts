// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { lastShownScreen } from '../../../app/_screens/shown-screen';

beforeEach(() => sessionStorage.clear());

/** What a page has after it was loaded anew: the tab's memory, and nothing else. */
async function loadPage() {
  vi.resetModules();
  return import('../../../app/sentry-example-page/outcomes');
}

test('keeps what came of each kind over page loads, and which was made last', async () => {
  const before = await loadPage();
  before.setOutcome('server-render', { status: 500, reference: 'Digest: a' });
  before.setOutcome('not-found', { status: 404 });
  before.setOutcome('server-render', { status: 500, reference: 'Digest: b' });
  const expected = {
    latest: 'server-render',
    'not-found': { status: 404 },
    'server-render': { status: 500, reference: 'Digest: b' },
  };
  expect(before.allOutcomes()).toEqual(expected);
  expect((await loadPage()).allOutcomes()).toEqual(expected);
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
  const event = { state: 'sent' } as const;
  lastShownScreen.write({ shownAt: Date.now(), status: 500, reference: 'Digest: a', event });
  const { allOutcomes, comeBack } = await loadPage();
  comeBack();
  expect(allOutcomes()).toEqual({
    latest: 'server-render',
    'server-render': { status: 500, reference: 'Digest: a', event },
  });
});

test('takes no screen that was shown before', async () => {
  lastShownScreen.write({ shownAt: Date.now() - 1, status: 404 });
  const { allOutcomes, comeBack, leaveFor } = await loadPage();
  leaveFor('server-render');
  comeBack();
  expect(allOutcomes()).toEqual({});
});

test('tells once what came of a kind, over page loads too', async () => {
  (await loadPage()).leaveFor('server-render');
  lastShownScreen.write({ shownAt: Date.now(), status: 500 });
  const { comeBack, setOutcome } = await loadPage();
  comeBack();
  setOutcome('not-found', { status: 404 });
  comeBack();
  const again = await loadPage();
  again.comeBack();
  expect(again.allOutcomes().latest).toBe('not-found');
});
