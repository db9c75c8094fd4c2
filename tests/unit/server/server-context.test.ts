import { afterEach, expect, test, vi } from 'vitest';
import type { Reporter } from '../../../candor/server/server-context';

afterEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('candor.reporter'));
});

async function freshModule() {
  vi.resetModules();
  return import('../../../candor/server/server-context');
}

test('is missed by name before the server has started', async () => {
  const { reporter } = await freshModule();
  expect(() => reporter()).toThrow('installed by instrumentation.ts');
});

test('is one for all instances of the module', async () => {
  const reporter = { environment: 'staging' } as Reporter;
  (await freshModule()).installReporter(reporter);
  expect((await freshModule()).reporter()).toBe(reporter);
});
