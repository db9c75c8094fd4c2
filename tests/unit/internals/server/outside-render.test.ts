import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Next takes it from the global object, where a server has it.
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('AsyncLocalStorage', AsyncLocalStorage);
});
afterEach(() => vi.unstubAllGlobals());

async function load() {
  const outside = await import('../../../../candor/src/internals/server/outside-render');
  const next = await import('next/dist/server/app-render/work-unit-async-storage.external');
  const storage = next.workUnitAsyncStorage as unknown as AsyncLocalStorage<object>;
  return { ...outside, storage };
}

test('a call is outside of the render that it stands in, and so is what it goes on with; the render goes on inside', async () => {
  const { outsideRender, storage } = await load();
  const render = { type: 'prerender' };
  const seen = await storage.run(render, async () => {
    const within = await outsideRender(async () => {
      const before = storage.getStore();
      await Promise.resolve();
      return [before, storage.getStore()];
    });
    return [...within, storage.getStore()];
  });
  expect(seen).toEqual([undefined, undefined, render]);
});

test('without a render it is a plain call', async () => {
  const { outsideRender } = await load();
  expect(outsideRender(() => 7)).toBe(7);
});

test('the methods of an object, and the ids of the SDK, are made outside of a render', async () => {
  const { callOutsideRender, makeSdkIdsOutsideRender, storage } = await load();
  const { look } = callOutsideRender({ look: (word: string) => [word, storage.getStore()] });
  expect(storage.run({}, () => look('x'))).toEqual(['x', undefined]);
  makeSdkIdsOutsideRender();
  const { Scope } = await import('@sentry/core');
  const random = vi.spyOn(Math, 'random').mockImplementation(() => (storage.getStore() === undefined ? 0.5 : NaN));
  expect(storage.run({}, () => new Scope().getPropagationContext().sampleRand)).toBe(0.5);
  random.mockRestore();
});
