import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { register } from '../../candor/src/instrumentation';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { nodeContext } from '../../candor/src/server/server-context';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, eventIdsOf, idOf, plenty, receiverOfThisTest, tempFolder } from './delivery/set-up-delivery';
import { memoryDeployment } from './outbox/memory-deployment';

const printed = vi.hoisted(() => [] as string[]);
vi.mock('../../candor/src/server/standard-output', () => ({
  writeToStandardOutput: () => (line: string) => void printed.push(line),
}));
beforeEach(() => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  printed.length = 0;
});

test('register ends the process with one line that names what a given outbox lacks, and starts nothing', async () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const listeners = process.listenerCount('SIGTERM');
  const { put, count } = createOutbox('unused', plenty);
  await register({ outbox: { put, count } as never });
  expect(exit).toHaveBeenCalledWith(1);
  expect(printed.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      msg: 'process failed',
      origin: 'register',
      error: expect.objectContaining({
        type: 'TypeError',
        message:
          'register: the outbox lacks claimNext(), release(), remove(), refresh(), evict(), probe(), takeLost(), oldestAgeMs(), holds(), hasWaiting().',
      }),
    }),
  ]);
  expect(nodeContext).toThrow('The server context is installed');
  expect(process.listenerCount('SIGTERM')).toBe(listeners);
});

test('events go through the outbox and the deployment that register is given, and no folder is made', async () => {
  const [receiver, folder] = [await receiverOfThisTest(), await tempFolder()];
  vi.stubEnv('SENTRY_DSN', receiver.dsn);
  vi.stubEnv('OUTBOX_DIR', join(folder, 'unused'));
  const outbox = createOutbox(join(folder, 'own'), plenty);
  const [put, remove] = [vi.spyOn(outbox, 'put'), vi.spyOn(outbox, 'remove')];
  const { deployment, states } = memoryDeployment();

  await register({ outbox, deployment });
  const { reporting } = nodeContext();
  if (reporting.state === 'off') throw new Error('Reporting is on.');
  await reporting.delivery.submit(envelopeOf(1));
  expect(put).toHaveBeenCalledWith(
    expect.objectContaining({ eventId: idOf(1) }),
    expect.objectContaining({ source: 'server', claimed: true }),
  );
  await waitUntil('the event to be removed', () => remove.mock.calls.length === 1);
  expect(eventIdsOf(receiver.accepted)).toEqual([idOf(1)]);
  expect(states.get(idOf(1))).toMatchObject({ state: 'sent' });
  states.set(idOf(2), { state: 'queued' }); // As another instance would.
  expect(await reporting.delivery.stateOf(idOf(2))).toEqual({ state: 'queued' });
  expect(existsSync(join(folder, 'unused'))).toBe(false);
  await reporting.delivery.stop();
});
