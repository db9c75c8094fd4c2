import { createRequire } from 'node:module';
import { beforeEach, expect, test, vi } from 'vitest';
import { stateOfPatch } from '../../../../candor/src/internals/patch';

// It looks once for what Node has loaded.
beforeEach(() => vi.resetModules());
const load = () => import('../../../../candor/src/internals/server/thrown-by-next');

const thrownIn = (file: string) => Object.assign(new Error('x'), { stack: `Error: x\n    at f (${file}:1:2)` });
const state = () => stateOfPatch('thrown-by-next');

test('an error whose stack begins in next/dist is thrown by Next', async () => {
  const { isThrownByNext } = await load();
  expect(isThrownByNext(thrownIn('/site/node_modules/next/dist/server/a.js'))).toBe(true);
  expect(state().state).toBe('inEffect');
});

test('where Node has loaded Next from there, an error that begins elsewhere is another’s', async () => {
  const { isThrownByNext } = await load();
  createRequire(import.meta.url)('next/dist/shared/lib/constants');
  expect(isThrownByNext(thrownIn('/site/.next/server/chunks/a.js'))).toBe(false);
  expect(state().failures).toBe(0);
});

test('where Node has loaded nothing of next/dist no stack tells, and a failure of the patch is counted once', async () => {
  const { isThrownByNext } = await load();
  const { cache } = createRequire(process.execPath);
  for (const file of Object.keys(cache)) if (file.includes('/next/dist/')) Reflect.deleteProperty(cache, file);
  const { failures } = state();
  for (const path of ['/next/build/server/a.js', '/.next/server/chunks/a.js'])
    expect(isThrownByNext(thrownIn(`/site/node_modules${path}`))).toBe(false);
  expect(state().failures).toBe(failures + 1);
});
