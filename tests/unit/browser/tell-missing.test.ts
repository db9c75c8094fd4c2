// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

const key = '__reactContainer$x';
afterEach(() => void Reflect.deleteProperty(document, key));

/** A freshly loaded page, which has tried to hydrate and lacks its roots. */
async function load({ isHydrated = true } = {}) {
  vi.resetModules();
  const { missing } = await import('../../../candor/src/internals/browser/patch');
  const { headersOfMissing } = await import('../../../candor/src/browser/tell-missing');
  if (isHydrated) Object.assign(document, { [key]: {} });
  return { missing, headersOfMissing };
}

test('a page that lacks nothing says nothing', async () => {
  const { missing, headersOfMissing } = await load();
  missing.delete('react-roots');
  expect(headersOfMissing()).toEqual({});
});

test('a page says all that it lacks, once', async () => {
  const { missing, headersOfMissing } = await load();
  missing.add('page-fetch');
  expect(headersOfMissing()).toEqual({ 'Candor-Missing': 'react-roots,page-fetch' });
  missing.add('sdk-calls');
  expect(headersOfMissing()).toEqual({});
});

test('a page that does not hydrate does not lack its roots', async () => {
  const { missing, headersOfMissing } = await load({ isHydrated: false });
  expect(headersOfMissing()).toEqual({});
  missing.add('page-fetch');
  expect(headersOfMissing()).toEqual({ 'Candor-Missing': 'page-fetch' });
});
