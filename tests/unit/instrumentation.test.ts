import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { register } from '../../candor/src/instrumentation';
import { createOutbox } from '../../candor/src/outbox/disk/disk-outbox';
import { nodeContext } from '../../candor/src/start/server-context';
import { takeConsole } from '../support/quiet-console';
import { waitUntil } from '../support/wait-until';
import { envelopeOf, eventIdsOf, idOf, plenty, receiverOfThisTest, tempFolder } from './delivery/set-up-delivery';
import { memoryDeployment } from './outbox/memory-deployment';

const printed = vi.hoisted(() => [] as string[]);
vi.mock('../../candor/src/start/standard-output', () => ({
  writeToStandardOutput: () => (line: string) => void printed.push(line),
}));
const context = Symbol.for('candor.server-context');
beforeEach(() => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  printed.length = 0;
});

const otherVersion = () => Reflect.set(globalThis, context, { version: '0' });

test.each<[what: string, prepare: () => unknown, says: RegExp, isPrinted: boolean]>([
  ['another version has started', otherVersion, /^Candor 0 has started/, false],
  ['a setting is bad', () => vi.stubEnv('PORT', 'x'), /^Settings: PORT must be a number/, true],
])('where %s, register ends the process with one line, and starts nothing', async (_, prepare, says, isPrinted) => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}`);
  });
  const listeners = process.listenerCount('SIGTERM');
  prepare();
  await expect(register()).rejects.toThrow('exit 1');
  expect(exit).toHaveBeenCalledOnce();
  const lines = printed.map((line) => JSON.parse(line) as { msg: string; error: { message: string } });
  expect(isPrinted ? takeConsole('error') : lines.map(({ error }) => error.message)).toEqual([
    expect.stringMatching(says),
  ]);
  expect(lines.map(({ msg }) => msg)).toEqual(isPrinted ? [] : ['process failed']);
  Reflect.deleteProperty(globalThis, context);
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
  if (!reporting) throw new Error('Reporting is on.');
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
