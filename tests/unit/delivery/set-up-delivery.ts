import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { Delivery } from '../../../candor/delivery/delivery';
import { parseDsn } from '../../../candor/delivery/dsn';
import { openEnvelope, type Envelope } from '../../../candor/delivery/envelope';
import { createOutbox } from '../../../candor/delivery/outbox';
import type { Outbox, OutboxLimits } from '../../../candor/delivery/outbox-store';
import { createRelay, type Relay } from '../../../candor/delivery/relay';
import { createLog } from '../../../candor/server/log';
import { startFakeIngest, type FakeIngest } from '../../support/fake-ingest';
import type { Falsy } from '../../support/wait-until';

export type Line = { level: string; msg: string; event?: string; [field: string]: unknown };

const plenty: OutboxLimits = { bytes: 64 * 1024 * 1024, envelopes: 10_000, ageMs: 30 * 24 * 3_600_000 };

const running = new Set<Delivery>();

/** A folder of this test, removed after it. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
  onTestFinished(async () => {
    await Promise.all([...running].map((delivery) => delivery.stop())); // A probe would make the folder again.
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A folder that cannot be made, even by root, since a file is in its place. */
export async function unusableFolder(): Promise<{ folder: string; makeUsable: () => Promise<void> }> {
  const file = join(await tempFolder(), 'file');
  await writeFile(file, '');
  return { folder: join(file, 'outbox'), makeUsable: () => rm(file) };
}

export async function receiverOfThisTest(): Promise<FakeIngest> {
  const receiver = await startFakeIngest();
  onTestFinished(() => receiver.close());
  return receiver;
}

/** A delivery on this folder, or on one of its own; stopped before the folder is removed. */
export async function setUpDelivery(options: {
  folder?: string;
  receiver?: FakeIngest;
  dsn?: string;
  relay?: Relay;
  limits?: Partial<OutboxLimits>;
  change?: (outbox: Outbox) => Outbox;
}) {
  const folder = options.folder ?? (await tempFolder());
  const limits = { ...plenty, ...options.limits };
  const outbox = createOutbox(folder, limits);
  const lines: Line[] = [];
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line) as Line) });
  const delivery = new Delivery({
    dsn: parseDsn(options.dsn ?? options.receiver?.dsn ?? 'http://publickey@127.0.0.1:1/42'),
    relay: options.relay ?? createRelay({ timeoutMs: 5_000 }),
    outbox: options.change?.(outbox) ?? outbox,
    log,
  });
  running.add(delivery);
  onTestFinished(async () => {
    await delivery.stop();
    running.delete(delivery);
  });
  return { delivery, folder, lines, log, logged: (msg: string) => lines.filter((line) => line.msg === msg) };
}

/** Puts envelopes into the folder, as an earlier run would. */
export async function leaveBehind(folder: string, ...envelopes: Envelope[]): Promise<void> {
  const outbox = createOutbox(folder, plenty);
  for (const envelope of envelopes) await outbox.put(envelope, { source: 'server', claimed: false });
}

/** The clocks of a store: a test can set the wall clock, and time passes on both. */
export function createTestClocks() {
  const start = 1_790_000_000_000;
  let monotonic = 0;
  const clocks = {
    start,
    wallClock: start,
    now: (): number => clocks.wallClock,
    elapsed: () => monotonic,
    pass(ms: number) {
      clocks.wallClock += ms;
      monotonic += ms;
    },
  };
  return clocks;
}

export type TestClocks = ReturnType<typeof createTestClocks>;

/** The event id that is all this digit. */
export const idOf = (digit: number) => String(digit).repeat(32);

export function envelopeOf(eventId: string, rest: Uint8Array | string = '\n{"type":"event"}\n{}'): Envelope {
  const header = JSON.stringify({ event_id: eventId, dsn: 'https://a@b.test/1', sent_at: '2020-01-01T00:00:00.000Z' });
  return openEnvelope(Buffer.concat([Buffer.from(header), Buffer.from(rest)]));
}

/** A clock that no test fakes. */
const realMs = () => Number(process.hrtime.bigint()) / 1e6;

/** With faked timers and clock: skips one pause after the other until `find` gives something truthy. */
export async function inTime<Found>(
  description: string,
  find: () => Found | Promise<Found>,
  timeoutMs = 4_000,
): Promise<Exclude<Found, Falsy>> {
  const deadline = realMs() + timeoutMs;
  while (realMs() < deadline) {
    await vi.advanceTimersToNextTimerAsync();
    const found = await find();
    if (found) return found as Exclude<Found, Falsy>;
    await pause(5); // For the disk and the network, which are not faked.
  }
  throw new Error(`Waited in vain for ${description}.`);
}
