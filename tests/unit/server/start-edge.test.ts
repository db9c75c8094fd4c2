import { expect, test, vi } from 'vitest';
import { serverContext } from '../../../candor/src/server/server-context';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import { startEdgeSdk } from '../../../candor/src/server/edge-sdk';
import { startEdge } from '../../../candor/src/server/start-edge';
import { createServerTransport } from '../../../candor/src/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery } from '../delivery/set-up-delivery';
import { aRequest, withDigest } from './set-up-failure-reporter';

test('writes to its console without a server process', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  await startEdge(startEdgeSdk, {});
  serverContext().log.warn({ event: 'a' }, 'event not delivered');
  const line = { level: 'warn', event: 'a', msg: 'event not delivered' };
  expect(JSON.parse(String(printed.mock.calls[0]))).toMatchObject(line);
});

test('writes to the log that the server process shares with it', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  sharedProcess().log = log;
  await startEdge(startEdgeSdk, {});
  serverContext().log.warn({ event: 'a' }, 'event not delivered');
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
