import { afterEach, expect, test, vi } from 'vitest';
import { startEdgeSdk } from '../../../candor/src/server/edge-sdk';
import { serverContext, type EdgeContext, type NodeContext } from '../../../candor/src/server/server-context';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import { startEdge } from '../../../candor/src/server/start-edge';
import { createServerTransport } from '../../../candor/src/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery } from '../delivery/set-up-delivery';
import { aRequest, withDigest } from './set-up-failure-reporter';

afterEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for('candor.server-context'));
});
const warn = () => serverContext().log.warn({ event: 'a' }, 'event not delivered');

test('the edge runtime writes to its console without a server process, and to the log that one shares with it', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await startEdge(startEdgeSdk, {});
  warn();
  const line = { level: 'warn', event: 'a', msg: 'event not delivered' };
  expect(JSON.parse(String(printed.mock.calls[0]))).toMatchObject(line);
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  sharedProcess().log = log;
  await startEdge(startEdgeSdk, {});
  warn();
  expect(log.warn).toHaveBeenCalledWith({ event: 'a' }, 'event not delivered');
});

test('a failure of the edge runtime is kept, counted and found by its id like those of the server process', async () => {
  vi.stubEnv('SENTRY_DSN', 'http://publickey@127.0.0.1:1/42');
  const { delivery } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'retry', reason: 'down' }) });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  Object.assign(sharedProcess(), { log, sink: { delivery, transport: createServerTransport(delivery) } });
  await startEdge(startEdgeSdk, {});
  await serverContext().failures.requestFailed(withDigest(idOf(1)), aRequest());
  await waitUntil('the event to be queued', async () => (await delivery.stateOf(idOf(1))).state === 'queued');
  expect(delivery.stats()).toMatchObject({ queued: 1 });
  const suspense = new Error('Suspense Exception: This is not a real error, and should not leak into userspace.');
  serverContext().failures.reportCaught(suspense);
  expect(delivery.stats().dropped).toEqual({ 'React suspends': 1 });
});

test('the context of a server is that of all instances of the module, can be installed again, and tells the runtimes apart', async () => {
  const [node, edge] = [{ runtime: 'node' } as NodeContext, { runtime: 'edge' } as EdgeContext];
  const load = async () => {
    vi.resetModules();
    return import('../../../candor/src/server/server-context');
  };
  const first = await load();
  expect(() => first.serverContext()).toThrow('installed by instrumentation.ts');
  first.installContext(node);
  const other = await load();
  expect(other.serverContext()).toBe(node);
  first.installContext({ ...node }); // As `next dev` does on every change.
  expect(other.serverContext()).not.toBe(node);
  other.installContext(edge);
  expect(() => other.nodeContext()).toThrow('no Node server');
  Reflect.set(globalThis, Symbol.for('candor.server-context'), { context: node, version: '0' });
  expect(() => first.serverContext()).toThrow(/^Candor 0 has started here, and this is Candor .*: install one\./);
});
