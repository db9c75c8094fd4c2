import { expect, test, vi } from 'vitest';
import { serverContext } from '../../../candor/src/server/server-context';
import { sharedProcess } from '../../../candor/src/server/shared-process';
import { startEdgeSdk } from '../../../candor/src/server/edge-sdk';
import { startEdge } from '../../../candor/src/server/start-edge';

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
