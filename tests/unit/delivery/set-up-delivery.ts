import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Delivery } from '../../../candor/src/delivery/delivery';
import type { Lifespan } from '../../../candor/src/delivery/delivery';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import type { Outbox, OutboxLimits } from '../../../candor/src/outbox/outbox';
import type { Readable } from '../../../candor/src/delivery/stored-queue';
import { createRelay, type Relay } from '../../../candor/src/delivery/relay';
import { createLog } from '../../../candor/src/server/log';
import { keptIn } from '../outbox/use-outbox';
import { startFakeIngest, type Arrival, type FakeIngest, type Respond } from '../../support/fake-ingest';

export type Line = { level: string; msg: string; event?: string; [field: string]: unknown };

export const plenty: OutboxLimits = { bytes: 64 * 1024 * 1024, envelopes: 10_000 };

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

export async function receiverOfThisTest(respond?: Respond): Promise<FakeIngest> {
  const receiver = await startFakeIngest();
  onTestFinished(() => receiver.close());
  if (respond) receiver.answer(respond);
  return receiver;
}

export const eventIdsOf = (arrivals: Arrival[]) => arrivals.map(({ header }) => header.event_id);

/** A log, and what it has written. */
export function recordLog() {
  const lines: Line[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line) as Line));
  return { log, lines, logged: (msg: string) => lines.filter((line) => line.msg === msg) };
}

type Options = {
  folder?: string;
  receiver?: FakeIngest;
  dsn?: string;
  relay?: Relay;
  readable?: Readable;
  limits?: Partial<OutboxLimits>;
  lifespan?: Lifespan;
  /** Methods that take the place of the outbox's own. */
  change?: (outbox: Outbox) => Partial<Outbox>;
};

/** A delivery on this folder, or on one of its own; stopped before the folder is removed. */
export async function setUpDelivery(options: Options) {
  const folder = options.folder ?? (await tempFolder());
  const outbox = createOutbox(folder, { ...plenty, ...options.limits });
  const recorded = recordLog();
  const delivery = new Delivery({
    dsn: parseDsn(options.dsn ?? options.receiver?.dsn ?? 'http://publickey@127.0.0.1:1/42'),
    relay: options.relay ?? createRelay({ timeoutMs: 5_000 }),
    outbox: options.change ? withMethods(outbox, options.change(outbox)) : outbox,
    log: recorded.log,
    readable: options.readable,
    lifespan: options.lifespan,
  });
  running.add(delivery);
  onTestFinished(async () => {
    await delivery.stop();
    running.delete(delivery);
  });
  return {
    delivery,
    folder,
    ...recorded,
    isEmpty: () => keptIn(folder).length === 0,
    leave: (...left: Parameters<typeof leaveBehind>[1][]) => leaveBehind(folder, ...left),
  };
}

/** A delivery to a service of this test, which accepts everything unless it has to respond otherwise. */
export async function setUpWithService(respond?: Respond, options: Options = {}) {
  const receiver = await receiverOfThisTest(respond);
  return { receiver, ...(await setUpDelivery({ ...options, receiver })) };
}

function withMethods(outbox: Outbox, changed: Partial<Outbox>): Outbox {
  return new Proxy(outbox, {
    get: (target, name: keyof Outbox) => changed[name] ?? (target[name] as (() => unknown) | undefined)?.bind(target),
  });
}

/** Leaves envelopes, or those of these digits, in the folder, as an earlier run does at its end. */
export async function leaveBehind(folder: string, ...left: (Envelope | number)[]): Promise<void> {
  const outbox = createOutbox(folder, plenty);
  for (const one of left) {
    await outbox.put(typeof one === 'number' ? envelopeOf(one) : one, { source: 'server', claimed: false });
  }
  await outbox.close?.();
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

/** An envelope of this event, or of the one whose id is all this digit. */
export function envelopeOf(event: string | number, rest: Uint8Array | string = '\n{"type":"event"}\n{}'): Envelope {
  const event_id = typeof event === 'number' ? idOf(event) : event;
  const header = JSON.stringify({ event_id, dsn: 'https://a@b.test/1', sent_at: '2020-01-01T00:00:00.000Z' });
  return openEnvelope(Buffer.concat([Buffer.from(header), Buffer.from(rest)]));
}
