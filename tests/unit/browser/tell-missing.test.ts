// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

const key = '__reactContainer$x';
afterEach(() => void Reflect.deleteProperty(document, key));

test.each<[what: string, isHydrated: boolean, missing: string[], said: object]>([
  ['lacks nothing says nothing', true, [], {}],
  [
    'lacks something says all of it',
    true,
    ['react-roots', 'page-fetch'],
    { 'Candor-Missing': 'react-roots,page-fetch' },
  ],
  ['does not hydrate does not lack its roots', false, ['react-roots'], {}],
  ['does not hydrate says the rest', false, ['react-roots', 'page-fetch'], { 'Candor-Missing': 'page-fetch' }],
])('a page that %s, once', async (_, isHydrated, lacking, said) => {
  vi.resetModules();
  const { missing } = await import('../../../candor/src/internals/browser/patch');
  const { headersOfMissing } = await import('../../../candor/src/browser/tell-missing');
  if (isHydrated) Object.assign(document, { [key]: {} });
  missing.clear();
  for (const patch of lacking) missing.add(patch as 'page-fetch');
  expect(headersOfMissing()).toEqual(said);
  missing.add('sdk-calls');
  expect(headersOfMissing()).toEqual(Object.keys(said).length > 0 ? {} : { 'Candor-Missing': 'sdk-calls' });
});
