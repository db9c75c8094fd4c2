// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { fillStorage, forbidStorage } from './make-reports';

const named = (name: string) => Object.assign(new Error('x'), { name });
const unknownAction = named('UnrecognizedActionError');
const missingChunk = named('ChunkLoadError');

beforeEach(() => sessionStorage.clear());

/** The module as a freshly loaded page has it, and how often the page was loaded anew since. */
async function loadPage() {
  vi.resetModules();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  reload.mockClear();
  return { ...(await import('../../../app/_reporting/renew-once')), reload };
}

test.each([unknownAction, missingChunk])('loads a page anew for %o, once, however many notice it', async (thrown) => {
  const { renewOnce, isOutdated, reload } = await loadPage();
  expect(isOutdated(thrown)).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  expect([renewOnce(thrown), renewOnce(missingChunk), isOutdated(thrown)]).toEqual([true, true, true]);
  expect(reload).toHaveBeenCalledOnce();
});

test('leaves what fails within 10 s after that to the screen; later the page is loaded anew again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  (await loadPage()).renewOnce(unknownAction);
  vi.advanceTimersByTime(9_999);
  const again = await loadPage();
  expect([again.isOutdated(unknownAction), again.renewOnce(unknownAction)]).toEqual([false, false]);
  expect(again.reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect((await loadPage()).renewOnce(unknownAction)).toBe(true);
  vi.useRealTimers();
});

test.each([new Error('x'), new TypeError('Failed to fetch'), 'ChunkLoadError', undefined])(
  'has nothing to do with %o, even while it loads the page anew',
  async (thrown) => {
    const { renewOnce, isOutdated } = await loadPage();
    renewOnce(missingChunk);
    expect([isOutdated(thrown), renewOnce(thrown)]).toEqual([false, false]);
  },
);

test('offline it leaves the page where it is', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { renewOnce, reload } = await loadPage();
  expect(renewOnce(missingChunk)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('where nothing is remembered, or no more can be, the page stays', async () => {
  fillStorage('sessionStorage');
  const full = await loadPage();
  expect([full.renewOnce(missingChunk), full.isOutdated(missingChunk)]).toEqual([false, false]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The page is not loaded anew')]);
  forbidStorage('sessionStorage');
  const forbidden = await loadPage();
  expect([forbidden.isOutdated(missingChunk), forbidden.renewOnce(missingChunk)]).toEqual([false, false]);
  expect(forbidden.reload).not.toHaveBeenCalled();
});
