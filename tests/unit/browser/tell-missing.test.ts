// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

const key = '__reactContainer$x';
afterEach(() => void Reflect.deleteProperty(document, key));

/** A freshly loaded page, which has tried to hydrate. */
async function load({ isHydrated = true } = {}) {
  vi.resetModules();
  const { missing } = await import('../../../candor/src/internals/browser/patch');
  const { tellMissing } = await import('../../../candor/src/browser/tell-missing');
  const post = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  if (isHydrated) Object.assign(document, { [key]: {} });
  const told = () => post.mock.calls.map(([, init]) => JSON.parse(init!.body as string) as unknown);
  return { missing, tellMissing, told };
}
const report = (...missing: string[]) => [
  { type: 'candor-patches', url: location.origin + location.pathname, body: { missing } },
];

test('a page that lacks nothing says nothing', async () => {
  const { missing, tellMissing, told } = await load();
  missing.delete('react-roots');
  tellMissing();
  expect(told()).toEqual([]);
});

test('a page says all that it lacks, once', async () => {
  const { missing, tellMissing, told } = await load();
  missing.add('page-fetch');
  tellMissing();
  missing.add('sdk-calls');
  tellMissing();
  expect(told()).toEqual([report('react-roots', 'page-fetch')]);
});

test('a page that does not hydrate does not lack its roots', async () => {
  const { missing, tellMissing, told } = await load({ isHydrated: false });
  tellMissing();
  expect(told()).toEqual([]);
  missing.add('page-fetch');
  tellMissing();
  expect(told()).toEqual([report('page-fetch')]);
});
