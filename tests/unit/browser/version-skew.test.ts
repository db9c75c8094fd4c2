// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { fillStorage, forbidStorage } from './make-reports';

const named = (name: string) => Object.assign(new Error('x'), { name });
const unknownAction = named('UnrecognizedActionError');
const missingChunk = named('ChunkLoadError');

beforeEach(() => sessionStorage.clear());

/** The module as a freshly loaded page has it, and how often the page was loaded anew since. */
async function loadPage(release = 'older') {
  vi.resetModules();
  vi.stubEnv('SENTRY_RELEASE', release);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  reload.mockClear();
  return { ...(await import('../../../candor/browser/version-skew')), reload };
}

test.each([unknownAction, missingChunk])('loads a page anew for %o, once, however many notice it', async (thrown) => {
  const { renewOutdated, isOutdated, reload } = await loadPage();
  expect(isOutdated(thrown)).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  expect([renewOutdated(thrown), renewOutdated(missingChunk), isOutdated(thrown)]).toEqual([true, true, true]);
  expect(reload).toHaveBeenCalledOnce();
});

test('leaves what fails after the third time to the screen, until the page is of another build', async () => {
  for (let time = 1; time <= 3; time += 1) expect((await loadPage()).renewOutdated(unknownAction)).toBe(true);
  const again = await loadPage();
  expect([again.isOutdated(unknownAction), again.renewOutdated(unknownAction)]).toEqual([false, false]);
  expect(again.reload).not.toHaveBeenCalled();
  const newer = await loadPage('newer');
  expect(newer.renewOutdated(unknownAction)).toBe(true);
});

test.each([new Error('x'), new TypeError('Failed to fetch'), 'ChunkLoadError', undefined])(
  'has nothing to do with %o, even while it loads the page anew',
  async (thrown) => {
    const { renewOutdated, isOutdated } = await loadPage();
    renewOutdated(missingChunk);
    expect([isOutdated(thrown), renewOutdated(thrown)]).toEqual([false, false]);
  },
);

test('offline it leaves the page where it is', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { renewOutdated, reload } = await loadPage();
  expect(renewOutdated(missingChunk)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('where nothing is remembered, or no more can be, the page stays', async () => {
  fillStorage('sessionStorage');
  const full = await loadPage();
  expect([full.renewOutdated(missingChunk), full.isOutdated(missingChunk)]).toEqual([false, false]);
  expect(takeConsole('warn')).toEqual([expect.stringContaining('The page is not reloaded')]);
  forbidStorage('sessionStorage');
  const forbidden = await loadPage();
  expect([forbidden.isOutdated(missingChunk), forbidden.renewOutdated(missingChunk)]).toEqual([false, false]);
  expect(forbidden.reload).not.toHaveBeenCalled();
});
