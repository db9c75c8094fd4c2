// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

const key = '__reactContainer$x';
afterEach(() => void Reflect.deleteProperty(document, key));

test.each<[what: string, isHydrated: boolean, change: (missing: Set<string>) => void, said: string]>([
  ['lacks nothing says nothing', true, (missing) => missing.delete('react-roots'), ''],
  ['lacks something says all of it', true, (missing) => missing.add('page-fetch'), 'react-roots,page-fetch'],
  ['does not hydrate does not lack its roots', false, () => {}, ''],
  ['does not hydrate says the rest', false, (missing) => missing.add('page-fetch'), 'page-fetch'],
])('a page that %s, once', async (_, isHydrated, change, said) => {
  vi.resetModules();
  const { missing } = await import('../../../candor/src/internals/browser/patch');
  const { headersOfMissing } = await import('../../../candor/src/browser/tell-missing');
  if (isHydrated) Object.assign(document, { [key]: {} });
  change(missing as Set<string>);
  expect(headersOfMissing()).toEqual(said ? { 'Candor-Missing': said } : {});
  missing.add('sdk-calls');
  expect(headersOfMissing()).toEqual(said ? {} : { 'Candor-Missing': 'sdk-calls' });
});
