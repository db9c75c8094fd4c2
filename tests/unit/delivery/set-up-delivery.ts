import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { Delivery, type Lifespan } from '../../../candor/src/delivery/delivery';
import { createRelay, type Relay } from '../../../candor/src/delivery/relay';
import type { SendResult } from '../../../candor/src/delivery/service-response';
import type { Readable } from '../../../candor/src/delivery/stored-queue';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import type { Deployment } from '../../../candor/src/outbox/deployment';
import type { Outbox, OutboxLimits } from '../../../candor/src/outbox/outbox';
import { createLog } from '../../../candor/src/start/log';
import type { Log } from '../../../candor/src/shared/log-messages';
import { startFakeIngest, type Arrival, type FakeIngest, type Respond } from '../../support/fake-ingest';
import type { Falsy } from '../../support/wait-until';
import { keptIn } from '../outbox/use-outbox';

type Line = { level: string; msg: string; event?: string; [field: string]: unknown };

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
export async function unusableFolder(): Promise<{ folder: string }> {
  const file = join(await tempFolder(), 'file');
  await writeFile(file, '');
  return { folder: join(file, 'outbox') };
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
  /** In place of the one on disk. */
  outbox?: Outbox;
  deployment?: Deployment;
  log?: Log;
  /** Methods that take the place of the outbox's own. */
  change?: (outbox: Outbox) => Partial<Outbox>;
};

/** A delivery on this folder, or on one of its own; stopped before the folder is removed. */
export async function setUpDelivery(options: Options) {
  const folder = options.folder ?? (await tempFolder());
  const outbox = options.outbox ?? createOutbox(folder, { ...plenty, ...options.limits });
  const recorded = recordLog();
  const delivery = new Delivery({
    dsn: parseDsn(options.dsn ?? options.receiver?.dsn ?? 'http://publickey@127.0.0.1:1/42'),
    relay: options.relay ?? createRelay({ timeoutMs: 5_000 }),
    outbox: options.change ? withMethods(outbox, options.change(outbox)) : outbox,
    log: options.log ?? recorded.log,
    deployment: options.deployment,
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
    /** Leaves envelopes, or those of these digits, in the folder, as an earlier run does at its end. */
    async leave(...left: (Envelope | number)[]) {
      const earlier = createOutbox(folder, plenty);
      for (const one of left) {
        await earlier.put(typeof one === 'number' ? envelopeOf(one) : one, { source: 'server', claimed: false });
      }
      await earlier.close?.();
    },
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

export const sent: SendResult = { state: 'sent' };
export const notTaken: SendResult = { state: 'retry', status: 500, reason: 'the service responded with 500' };

/** A relay without a network: `respond` decides its results, and `attempts` has the events it was given, and when. */
export function recordingRelay(respond: (eventId: string) => SendResult | Promise<SendResult> = () => sent) {
  const attempts: { eventId: string; at: number }[] = [];
  const relay: Relay = async (_, parts) => {
    const { eventId = '' } = openEnvelope(Buffer.concat(parts));
    attempts.push({ eventId, at: performance.now() });
    return respond(eventId);
  };
  return { attempts, relay, eventIds: () => attempts.map(({ eventId }) => eventId) };
}

/** A relay whose results the test gives later, by calling `held`, except for events to which `respond` gives one. */
export function holdingRelay(respond: (eventId: string) => SendResult | undefined = () => undefined) {
  const held: ((result: SendResult) => void)[] = [];
  const hold = () => new Promise<SendResult>((resolve) => void held.push(resolve));
  const { relay } = recordingRelay((eventId) => respond(eventId) ?? hold());
  return { held, relay };
}

/** Fakes timers and both clocks in every test of the file, or of the `describe` around it. `inTime` lets time pass. */
export function fakeTimeInEachTest(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    vi.spyOn(Math, 'random').mockReturnValue(0); // Pauses of whole milliseconds: a rest of one lets no faked time pass.
  });
  afterEach(() => void vi.useRealTimers());
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

/** Starts a delivery, and skips every pause until it has sent so many. */
export async function startUntilSent(delivery: Delivery, count: number, timeoutMs?: number): Promise<void> {
  await delivery.start();
  await inTime('the envelopes to be sent', () => delivery.stats().sent === count, timeoutMs);
}
