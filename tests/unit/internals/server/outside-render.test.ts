import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, expect, test, vi } from 'vitest';

// Next takes it from the global object, where a server has it.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('AsyncLocalStorage', AsyncLocalStorage);
});

async function load() {
  const outside = await import('../../../../candor/src/internals/server/outside-render');
  const next = await import('next/dist/server/app-render/work-unit-async-storage.external');
  const storage = next.workUnitAsyncStorage as unknown as AsyncLocalStorage<object>;
  return { ...outside, storage };
}

test('a call, the methods of an object, and the ids of the SDK are made outside of a render, which goes on inside', async () => {
  const { callOutsideRender, makeSdkIdsOutsideRender, outsideRender, storage } = await load();
  const render = { type: 'prerender' };
  const look = async () => {
    const before = storage.getStore();
    await Promise.resolve();
    return [before, storage.getStore()];
  };
  const seen = await storage.run(render, async () => [
    ...(await outsideRender(look)),
    ...(await callOutsideRender({ look }).look()),
    storage.getStore(),
  ]);
  expect(seen).toEqual([undefined, undefined, undefined, undefined, render]);
  const withoutRender = outsideRender(() => 7);
  expect(withoutRender).toBe(7);
  makeSdkIdsOutsideRender();
  const { Scope } = await import('@sentry/core');
  const random = vi.spyOn(Math, 'random').mockImplementation(() => (storage.getStore() === undefined ? 0.5 : NaN));
  expect(storage.run({}, () => new Scope().getPropagationContext().sampleRand)).toBe(0.5);
  random.mockRestore();
});
