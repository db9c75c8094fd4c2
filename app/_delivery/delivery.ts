import type { Outcome } from './answer';
import { createDiskTrouble } from './disk-trouble';
import { createDraining } from './draining';
import type { Dsn } from './dsn';
import { addressEnvelope, EnvelopeError, openEnvelope, type Envelope, type Source } from './envelope';
import { createExpectations } from './expectations';
import { createLedger, type EventState } from './ledger';
import type { OutboxFile } from './outbox-file';
import { EnvelopeTooLargeError, type Claimed, type Outbox } from './outbox-store';
import type { Relay } from './relay';
import { createServiceHealth } from './service-health';

/** Where what happens to envelopes is written: one line an entry. */
export type DeliveryLog = { [level in 'info' | 'warn' | 'error']: (fields: object, msg: string) => void };

/** What a sender is told. `unavailable`: it was neither sent nor kept, and stays with the sender. */
export type Accepted =
  | { state: 'sent' }
  | { state: 'queued' }
  | { state: 'dropped'; status: number; error: string }
  | { state: 'unavailable'; error: string; retryAfterSeconds: number };

export type DeliveryReport = {
  sent: number;
  queued: number;
  dropped: Record<string, number>;
  oldestQueuedSeconds: number | null;
  downSince: string | null;
};

export type Delivery = ReturnType<typeof createDelivery>;

const atOnce = 4;
const idleMs = 10_000;
const memoryEnvelopes = 100;
const memoryEnvelopeBytes = 2 * 1024 * 1024;
const expectMs = 2_000;
/** A disk that does not respond must not keep the server from serving. */
const startMs = 5_000;

/** The one way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export function createDelivery(options: { dsn: Dsn; relay: Relay; outbox: Outbox; log: DeliveryLog }) {
  const { dsn, relay, outbox, log } = options;
  const ledger = createLedger();
  const health = createServiceHealth();
  const underWay = new Set<Promise<unknown>>();
  /** Events of the server that the disk did not take. */
  const inMemory: Envelope[] = [];
  const expectations = createExpectations(expectMs);
  const disk = createDiskTrouble(log);
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;
  let isStopping = false;
  let isDraining = false;
  const mayBeSent = () => !isStopping && health.mayAsk();
  const draining = createDraining({
    outbox,
    disk,
    log,
    mayBeSent,
    concurrency: () => (health.refusals() > 0 ? 1 : atOnce), // One shows whether the service is back.
    send: sendClaimed,
    tellEvicted,
  });

  /** One try. What came of it is counted, remembered and logged; keeping what was refused is the caller's. */
  async function attempt(envelope: Envelope, isLate: boolean): Promise<Outcome> {
    const { eventId } = envelope;
    const outcome = await relay(dsn.envelopeUrl, addressEnvelope(envelope, dsn, isLate ? new Date() : undefined));
    if (outcome.pauseSeconds !== undefined) health.pause(outcome.pauseSeconds);
    if (outcome.state === 'refused') health.refused();
    else if (health.answered()) log.info({}, 'reporting is up again');
    if (health.tellDown()) log.warn({ since: health.downSince() }, 'reporting is down since');

    if (outcome.state === 'sent') {
      ledger.record(eventId, { state: 'sent' });
      return outcome;
    }
    const { status, reason, detail } = outcome;
    const next = outcome.state === 'dropped' ? 'dropped' : 'kept and tried again';
    log.warn({ event: eventId, status, reason, detail, next }, 'event not delivered');
    if (outcome.state === 'dropped') ledger.record(eventId, { state: 'dropped', reason });
    return outcome;
  }

  function drop({ eventId }: Pick<Envelope, 'eventId'>, reason: string) {
    ledger.record(eventId, { state: 'dropped', reason });
    log.warn({ event: eventId, reason, next: 'dropped' }, 'event not delivered');
  }

  /** `undefined`: the disk does not take it. */
  async function keep(
    envelope: Envelope,
    { source, claimed }: { source: Source; claimed: boolean },
  ): Promise<OutboxFile | undefined> {
    try {
      const file = await outbox.put(envelope, { source, claimed });
      disk.canBe('written');
      await draining.evict();
      if (!claimed) {
        ledger.record(envelope.eventId, { state: 'queued' });
        wake(0);
      }
      return file;
    } catch (error) {
      if (!(error instanceof EnvelopeTooLargeError)) disk.cannotBe('written', error);
      return undefined;
    }
  }

  function tellEvicted(evicted: OutboxFile[]) {
    if (evicted.length === 0) return;
    for (const { eventId } of evicted) {
      ledger.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
    }
    log.warn({ dropped: evicted.length, events: evicted.flatMap(({ eventId }) => eventId ?? []) }, 'outbox full');
  }

  /** Sends an envelope that this process has claimed on disk, and takes it away or gives it back. */
  async function sendKept(file: OutboxFile, envelope: Envelope, isLate: boolean): Promise<void> {
    const outcome = await attempt(envelope, isLate);
    if (outcome.state === 'refused') return giveBack(file, { isRefused: true });
    await outbox.remove(file);
  }

  async function giveBack(file: OutboxFile, next: { isRefused: boolean }): Promise<void> {
    const released = await outbox.release(file, next);
    if (released) ledger.record(file.eventId, { state: 'queued' });
    wake(0);
  }

  async function sendClaimed({ file, bytes }: Claimed): Promise<void> {
    const envelope = openKept(bytes);
    if (envelope) return sendKept(file, envelope, true);
    drop(file, 'what was kept is no envelope');
    await outbox.remove(file);
  }

  async function sendFromMemory(): Promise<void> {
    const envelope = inMemory.shift();
    if (envelope === undefined) return;
    const outcome = await attempt(envelope, true);
    if (outcome.state === 'refused') inMemory.unshift(envelope);
  }

  async function accept(envelope: Envelope): Promise<Accepted> {
    if (health.mayAsk() && !isStopping) {
      ledger.record(envelope.eventId, { state: 'sending' });
      const outcome = await attempt(envelope, false);
      if (outcome.state === 'sent') return { state: 'sent' };
      if (outcome.state === 'dropped') {
        return { state: 'dropped', status: outcome.status, error: outcome.detail ?? outcome.reason };
      }
    }
    if (await keep(envelope, { source: 'browser', claimed: false })) return { state: 'queued' };
    ledger.record(envelope.eventId, { state: 'unknown' });
    return {
      state: 'unavailable',
      error: 'The envelope can be neither sent nor kept now.',
      retryAfterSeconds: Math.max(1, Math.ceil((health.pausedUntil() - Date.now()) / 1000)),
    };
  }

  async function submit(envelope: Envelope): Promise<void> {
    const file = await keep(envelope, { source: 'server', claimed: true });
    expectations.met(envelope.eventId);
    if (file) void track(sendNow(file, envelope));
    else keepInMemory(envelope);
  }

  async function sendNow(file: OutboxFile, envelope: Envelope): Promise<void> {
    try {
      if (health.mayAsk() && !isStopping) await sendKept(file, envelope, false);
      else await giveBack(file, { isRefused: false });
    } catch (error) {
      disk.cannotBe('written', error);
    }
  }

  /** Of the server's events only: no flood from browsers reaches it. */
  function keepInMemory(envelope: Envelope) {
    const noRoom = 'neither disk nor memory had room';
    if (envelope.bytes.byteLength > memoryEnvelopeBytes) return drop(envelope, noRoom);
    inMemory.push(envelope);
    ledger.record(envelope.eventId, { state: 'queued' });
    const oldest = inMemory.length > memoryEnvelopes ? inMemory.shift() : undefined;
    if (oldest) drop(oldest, noRoom);
    wake(0);
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  /** Drains after that long, or when it is asked to earlier. The folder is looked at though the service wants a pause. */
  function wake(afterMs: number) {
    if (isStopping || isDraining) return; // After draining it looks for more by itself.
    const untilMayAsk = Math.max(0, health.pausedUntil() - Date.now());
    const waitMs = Math.min(Math.max(afterMs, untilMayAsk), idleMs);
    const at = performance.now() + waitMs;
    if (at >= wakesAt) return;
    wakesAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => void track(drainOnce()), waitMs);
    timer.unref();
  }

  async function drainOnce(): Promise<void> {
    wakesAt = Infinity;
    isDraining = true;
    let isDiskWell = false;
    try {
      while (mayBeSent() && inMemory.length > 0) await sendFromMemory();
      isDiskWell = await draining.drain();
    } finally {
      isDraining = false;
      const hasMore = (isDiskWell && outbox.hasWaiting(() => true)) || inMemory.length > 0;
      wake(hasMore ? 0 : idleMs);
    }
  }

  return {
    /** Says that there will be such an event when `work` is done. Only then can all that is under way have ended. */
    announce(eventId: string, work: Promise<unknown>): void {
      ledger.record(eventId, { state: 'sending' });
      track(work).catch(() => {}); // Whoever announces it sees to its failing.
    },

    /** Says that this event is on its way here from the SDK. Resolves when it is kept, or when it has had its time. */
    expect: (eventId: string): Promise<void> => track(expectations.expect(eventId)),

    /** Takes back that it was on its way. */
    giveUp(eventId: string, reason: string): void {
      drop({ eventId }, reason);
      expectations.met(eventId);
    },

    /** Counts an event that its maker has not made. */
    dropUnmade: (eventId: string, reason: string): void => ledger.record(eventId, { state: 'dropped', reason }),

    /** Takes an envelope from a browser: sent, or on disk, or refused; never acknowledged before either. */
    accept: (envelope: Envelope): Promise<Accepted> => track(accept(envelope)),

    /** Takes an envelope from the server's own SDK. Resolves when it is on disk, before it is first tried. */
    submit: (envelope: Envelope): Promise<void> => track(submit(envelope)),

    /** Sends what earlier runs have left, from now on. Resolves when it is known what that is. */
    async start(): Promise<void> {
      await within(startMs, track(draining.look().then(draining.probe)));
      wake(0);
    },

    /** Lets what is under way end, and starts nothing more. What is on disk stays there. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      while (underWay.size > 0) await Promise.allSettled(underWay); // What ends may have begun something.
      for (const envelope of inMemory.splice(0)) drop(envelope, 'the disk did not take it, and the server has ended');
    },

    report(): DeliveryReport {
      const oldestAgeMs = outbox.oldestAgeMs();
      return {
        ...ledger.counters,
        queued: outbox.count() + inMemory.length,
        oldestQueuedSeconds: oldestAgeMs === undefined ? null : Math.round(oldestAgeMs / 1000),
        downSince: health.downSince()?.toISOString() ?? null,
      };
    },
    stateOf(eventId: string): EventState {
      const known = ledger.stateOf(eventId);
      const isKept = outbox.holds(eventId) || inMemory.some((envelope) => envelope.eventId === eventId);
      if (known.state === 'unknown' && isKept) return { state: 'queued' };
      // Taken by another process that shares the outbox: it knows what came of it.
      return known.state === 'queued' && !isKept ? { state: 'unknown' } : known;
    },
    /** What became of the latest event of which something became. */
    last: ledger.last,
  };
}

/** Waits for it, but no longer than that. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

/** `undefined`: put there by somebody else. */
function openKept(bytes: Uint8Array): Envelope | undefined {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
