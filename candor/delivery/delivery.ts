import type { Outcome } from './service-response';
import type { Log } from '../log-messages';
import { createDiskTrouble } from './disk-health';
import { createDraining } from './draining';
import type { Dsn } from './dsn';
import { addressEnvelope, EnvelopeError, openEnvelope, type Category, type Envelope, type Source } from './envelope';
import { createExpectations } from './pending-events';
import type { EventState } from '../event-state';
import { createLedger } from './event-states';
import type { OutboxFile } from './outbox-file';
import { EnvelopeTooLargeError, type Claimed, type Outbox } from './outbox-store';
import type { Relay } from './relay';
import { createRetries } from './retries';
import { createServiceHealth } from './service-health';
import { secondsAlone } from './service-limits';

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
const maxRetryAfterSeconds = 5 * 60;
/** A disk that does not respond must not keep the server from serving. */
const startMs = 5_000;
const categories: readonly Category[] = ['error', 'feedback'];

/** The one way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export function createDelivery(options: { dsn: Dsn; relay: Relay; outbox: Outbox; log: Log }) {
  const { dsn, relay, outbox, log } = options;
  const ledger = createLedger();
  const health = createServiceHealth();
  const underWay = new Set<Promise<unknown>>();
  /** Events of the server that the disk did not take. */
  const inMemory: Envelope[] = [];
  const retries = createRetries();
  const expectations = createExpectations(expectMs);
  const disk = createDiskTrouble(log);
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Infinity;
  let isStopping = false;
  let isDraining = false;
  const mayBeSent = (category: Category) => !isStopping && !health.isPaused(category);
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
    const { eventId, category } = envelope;
    const outcome = await relay(dsn.envelopeUrl, addressEnvelope(envelope, dsn, isLate ? new Date() : undefined));
    if (outcome.limits) health.limit(outcome.limits);
    if (outcome.state === 'refused') {
      if (secondsAlone(outcome, category) === undefined) health.refused(category);
    } else if (health.answered()) log.info({}, 'reporting is up again');
    if (health.tellDown()) log.warn({ since: health.downSince() }, 'reporting is down');

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

  function drop({ eventId }: Pick<OutboxFile, 'eventId'>, reason: string) {
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
        wake(health.msUntilAsked(file.category));
      }
      return file;
    } catch (error) {
      if (!(error instanceof EnvelopeTooLargeError)) disk.cannotBe('written', error);
      return undefined;
    }
  }

  function tellEvicted(evicted: OutboxFile[]) {
    if (evicted.length === 0) return;
    for (const { eventId, key } of evicted) {
      retries.forget(key);
      ledger.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
    }
    log.warn({ dropped: evicted.length, events: evicted.flatMap(({ eventId }) => eventId ?? []) }, 'outbox full');
  }

  /** Sends an envelope that this process has claimed on disk, and takes it away or gives it back. */
  async function sendKept(file: OutboxFile, envelope: Envelope, isLate: boolean): Promise<void> {
    const outcome = await attempt(envelope, isLate);
    if (outcome.state === 'refused') {
      return giveBack(file, { isRefused: true, waitMs: waitAlone(file.key, outcome, envelope.category) });
    }
    retries.forget(file.key);
    await outbox.remove(file);
  }

  /** What is refused while others are taken is neither to hold them up nor to be asked for in a loop. In ms. */
  function waitAlone(kept: string | Envelope, outcome: Outcome, category: Category): number | undefined {
    const seconds = secondsAlone(outcome, category);
    return seconds === undefined ? undefined : retries.add(kept, seconds);
  }

  async function giveBack(file: OutboxFile, next: { isRefused: boolean; waitMs?: number }): Promise<void> {
    const released = await outbox.release(file, next);
    if (released) ledger.record(file.eventId, { state: 'queued' });
    wake(Math.max(next.waitMs ?? 0, health.msUntilAsked(file.category)));
  }

  async function sendClaimed({ file, bytes }: Claimed): Promise<void> {
    const envelope = openKept(file, bytes);
    if (envelope) return sendKept(file, envelope, true);
    drop(file, 'what was kept is no envelope');
    await outbox.remove(file);
  }

  /** How long an envelope in memory waits, for the service or for itself. */
  function msUntilSent(envelope: Envelope): number {
    return Math.max(health.msUntilAsked(envelope.category), retries.msUntil(envelope));
  }

  /** Whether there was one that may be sent. */
  async function sendFromMemory(): Promise<boolean> {
    const envelope = inMemory.find((one) => !isStopping && msUntilSent(one) === 0);
    if (envelope === undefined) return false;
    inMemory.splice(inMemory.indexOf(envelope), 1);
    const outcome = await attempt(envelope, true);
    if (outcome.state === 'refused') {
      waitAlone(envelope, outcome, envelope.category);
      inMemory.unshift(envelope);
    } else {
      retries.forget(envelope);
    }
    return true;
  }

  async function accept(envelope: Envelope): Promise<Accepted> {
    if (mayBeSent(envelope.category)) {
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
      retryAfterSeconds: retryAfterSeconds(envelope),
    };
  }

  /** When its sender may try again: the service may want a longer pause, but the disk may be back sooner. */
  function retryAfterSeconds({ category }: Envelope): number {
    return Math.min(Math.max(1, Math.ceil(health.msUntilAsked(category) / 1000)), maxRetryAfterSeconds);
  }

  async function submit(envelope: Envelope): Promise<void> {
    const file = await keep(envelope, { source: 'server', claimed: true });
    expectations.met(envelope.eventId);
    if (file) void track(sendNow(file, envelope));
    else keepInMemory(envelope);
  }

  async function sendNow(file: OutboxFile, envelope: Envelope): Promise<void> {
    try {
      if (mayBeSent(envelope.category)) await sendKept(file, envelope, false);
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
    if (oldest) {
      retries.forget(oldest);
      drop(oldest, noRoom);
    }
    wake(health.msUntilAsked(envelope.category));
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  /** Drains after that long, or when it is asked to earlier. The folder is looked at though the service wants a pause. */
  function wake(afterMs: number) {
    if (isStopping || isDraining) return; // After draining it looks for more by itself.
    const waitMs = Math.min(Math.ceil(Math.max(afterMs, health.msUntilAsked())), idleMs);
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
      while (await sendFromMemory());
      isDiskWell = await draining.drain();
    } finally {
      isDraining = false;
      wake(msUntilNext(isDiskWell));
    }
  }

  /** When the first of what is kept may be sent, and a look at the folder is due at the latest. */
  function msUntilNext(isDiskWell: boolean): number {
    const isWaiting = (category: Category) => isDiskWell && outbox.hasWaiting((one) => one === category);
    const onDisk = categories.filter(isWaiting).map(health.msUntilAsked);
    return Math.min(idleMs, ...onDisk, ...inMemory.map(msUntilSent));
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
function openKept({ category }: OutboxFile, bytes: Uint8Array): Envelope | undefined {
  try {
    return { ...openEnvelope(bytes), category };
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
