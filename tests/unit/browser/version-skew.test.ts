// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { takeConsole } from '../../support/quiet-console';
import { fillStorage, forbidStorage } from './make-reports';

const named = (name: string) => Object.assign(new Error('x'), { name });
const unknownAction = named('UnrecognizedActionError');
const missingChunk = named('ChunkLoadError');

/** The module as a freshly loaded page has it, and the reloads since. */
async function loadPage(release = 'older') {
  vi.resetModules();
  vi.stubGlobal('CANDOR_RELEASE', release);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  reload.mockClear();
  return { ...(await import('../../../candor/src/browser/version-skew')), reload };
}

test.each([unknownAction, missingChunk])('reloads a page for %o, once, however often it is noticed', async (thrown) => {
  const { reloadIfOutdated, isOutdated, reload } = await loadPage();
  expect(isOutdated(thrown)).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  expect([reloadIfOutdated(thrown), reloadIfOutdated(missingChunk), isOutdated(thrown)]).toEqual([true, true, true]);
  expect(reload).toHaveBeenCalledOnce();
});

test('leaves a failure after the third reload to the screen, until the page has another build', async () => {
  for (let time = 1; time <= 3; time += 1) expect((await loadPage()).reloadIfOutdated(unknownAction)).toBe(true);
  const again = await loadPage();
  expect([again.isOutdated(unknownAction), again.reloadIfOutdated(unknownAction)]).toEqual([false, false]);
  expect(again.reload).not.toHaveBeenCalled();
  const newer = await loadPage('newer');
  expect(newer.reloadIfOutdated(unknownAction)).toBe(true);
});

test.each([new Error('x'), new TypeError('Failed to fetch'), 'ChunkLoadError', undefined])(
  'ignores %o, even while the page reloads',
  async (thrown) => {
    const { reloadIfOutdated, isOutdated } = await loadPage();
    reloadIfOutdated(missingChunk);
    expect([isOutdated(thrown), reloadIfOutdated(thrown)]).toEqual([false, false]);
  },
);

test('offline a missing chunk is an outage, and no reason to reload', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { isOutdated, reloadIfOutdated, reload } = await loadPage();
  const thrown = named('ChunkLoadError');
  expect(reloadIfOutdated(thrown)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  const { outages } = await import('../../../candor/src/browser/outages');
  expect(outages.get(thrown)).toBe('Could not reach this site');
  online.mockReturnValue(true);
  expect([isOutdated(thrown), reloadIfOutdated(thrown)], 'it was no other build’s').toEqual([false, false]);
});

test('does not reload when storage is full, or without it', async () => {
  fillStorage('sessionStorage');
  const full = await loadPage();
  expect([full.reloadIfOutdated(missingChunk), full.isOutdated(missingChunk)]).toEqual([false, false]);
  expect(takeConsole('warn')).toHaveLength(1);
  forbidStorage('sessionStorage');
  const forbidden = await loadPage();
  expect([forbidden.isOutdated(missingChunk), forbidden.reloadIfOutdated(missingChunk)]).toEqual([false, false]);
  expect(takeConsole('warn')).toEqual(Array(2).fill(expect.stringContaining('SecurityError')));
  expect(forbidden.reload).not.toHaveBeenCalled();
});
