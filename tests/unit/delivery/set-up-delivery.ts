import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Delivery } from '../../../candor/delivery/delivery';
import { parseDsn } from '../../../candor/delivery/dsn';
import { openEnvelope, type Envelope } from '../../../candor/delivery/envelope';
import { createOutbox } from '../../../candor/delivery/outbox';
import type { Outbox, OutboxLimits } from '../../../candor/delivery/outbox-store';
import { createRelay, type Relay } from '../../../candor/delivery/relay';
import { createLog } from '../../../candor/server/log';
import { startFakeIngest, type Arrival, type FakeIngest } from '../../support/fake-ingest';

export type Line = { level: string; msg: string; event?: string; [field: string]: unknown };

const plenty: OutboxLimits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };

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

/** A condition to wait for: the folder has no files. */
export const isEmpty = (folder: string) => async () => (await readdir(folder)).length === 0;

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

export const eventIdsOf = (arrivals: Arrival[]) => arrivals.map(({ header }) => header.event_id);

/** A delivery on this folder, or on one of its own; stopped before the folder is removed. */
export async function setUpDelivery(options: {
  folder?: string;
  receiver?: FakeIngest;
  dsn?: string;
  relay?: Relay;
  limits?: Partial<OutboxLimits>;
  /** Methods that take the place of the outbox's own. */
  change?: (outbox: Outbox) => Partial<Outbox>;
}) {
  const folder = options.folder ?? (await tempFolder());
  const limits = { ...plenty, ...options.limits };
  const outbox = createOutbox(folder, limits);
  const lines: Line[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line) as Line));
  const delivery = new Delivery({
    dsn: parseDsn(options.dsn ?? options.receiver?.dsn ?? 'http://publickey@127.0.0.1:1/42'),
    relay: options.relay ?? createRelay({ timeoutMs: 5_000 }),
    outbox: options.change ? withMethods(outbox, options.change(outbox)) : outbox,
    log,
  });
  running.add(delivery);
  onTestFinished(async () => {
    await delivery.stop();
    running.delete(delivery);
  });
  return { delivery, folder, lines, log, logged: (msg: string) => lines.filter((line) => line.msg === msg) };
}

function withMethods(outbox: Outbox, changed: Partial<Outbox>): Outbox {
  return new Proxy(outbox, {
    get: (target, name: keyof Outbox) => changed[name] ?? (target[name] as (() => unknown) | undefined)?.bind(target),
  });
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
