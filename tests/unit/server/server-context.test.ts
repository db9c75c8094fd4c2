import { afterEach, expect, test, vi } from 'vitest';
import type { EdgeContext, NodeContext } from '../../../candor/src/server/server-context';

const node = { runtime: 'node' } as NodeContext;
const edge = { runtime: 'edge' } as EdgeContext;

afterEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('candor.server-context'));
});

async function freshModule() {
  vi.resetModules();
  return import('../../../candor/src/server/server-context');
}

test('throws by name before the server has started', async () => {
  const { serverContext } = await freshModule();
  expect(() => serverContext()).toThrow('installed by instrumentation.ts');
});

test('is the same for all instances of the module', async () => {
  (await freshModule()).installContext(node);
  expect((await freshModule()).serverContext()).toBe(node);
});

test('can be installed again, as `next dev` does on every change', async () => {
  const { installContext, serverContext } = await freshModule();
  installContext(node);
  installContext({ ...node });
  expect(serverContext()).not.toBe(node);
});

test('of the edge runtime is not the context of a Node server', async () => {
  const { installContext, nodeContext } = await freshModule();
  installContext(edge);
  expect(() => nodeContext()).toThrow('no Node server');
  installContext(node);
  expect(nodeContext()).toBe(node);
});
