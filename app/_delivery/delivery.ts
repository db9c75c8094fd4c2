import type { Outcome } from './answer';
import type { DeliveryLog } from './delivery-log';
import { createDiskTrouble, describeDiskError } from './disk-trouble';
import type { Dsn } from './dsn';
import { addressEnvelope, EnvelopeError, openEnvelope, type Envelope, type Source } from './envelope';
import { createExpectations } from './expectations';
import { createLedger, type EventState } from './ledger';
import type { Outbox } from './outbox';
import type { OutboxFile } from './outbox-file';
import type { Relay } from './relay';
import { createServiceHealth } from './service-health';

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
const expectMs = 2_000;

/** The one way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export function createDelivery(options: { dsn: Dsn; relay: Relay; outbox: Outbox; log: DeliveryLog }) {
  const { dsn, relay, outbox, log } = options;
  const ledger = createLedger();
  const health = createServiceHealth();
  const underWay = new Set<Promise<unknown>>();
  /** Events of the server that the disk did not take. */
  const inMemory: Envelope[] = [];
  /** By a kept file's salt. */
  const refusedTimes = new Map<string, number>();
  const expectations = createExpectations(expectMs);
  const disk = createDiskTrouble(log);
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let isDraining = false;

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
      await evict();
      if (!claimed) {
        ledger.record(envelope.eventId, { state: 'queued' });
        wake(0);
      }
      return file;
    } catch (error) {
      disk.cannotBe('written', error);
      return undefined;
    }
  }

  /** What was kept stays kept though what is too old cannot be taken away. */
  async function evict() {
    try {
      tellEvicted(await outbox.evict());
    } catch (error) {
      disk.cannotBe('written', error);
    }
  }

  function tellEvicted(evicted: OutboxFile[]) {
    if (evicted.length === 0) return;
    for (const { eventId, salt } of evicted) {
      refusedTimes.delete(salt);
      ledger.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
    }
    log.warn({ dropped: evicted.length, events: evicted.flatMap(({ eventId }) => eventId ?? []) }, 'outbox full');
  }

  /** Sends an envelope that this process has claimed on disk, and takes it away or gives it back. */
  async function sendKept(file: OutboxFile, envelope: Envelope, isLate: boolean): Promise<void> {
    const outcome = await attempt(envelope, isLate);
    if (outcome.state === 'refused') {
      refusedTimes.set(file.salt, (refusedTimes.get(file.salt) ?? 0) + 1);
      return giveBack(file);
    }
    refusedTimes.delete(file.salt);
    await outbox.remove(file);
  }

  async function giveBack(file: OutboxFile): Promise<void> {
    const released = await outbox.release(file);
    if (released) ledger.record(file.eventId, { state: 'queued' });
    wake(0);
  }

  /** Whether the disk has let it be dealt with, by this process or another. */
  async function sendFile(free: OutboxFile): Promise<boolean> {
    try {
      const file = await outbox.claim(free);
      if (file === undefined) return true; // Another process was first.
      const envelope = openKept(file, await outbox.read(file));
      if (envelope) {
        await sendKept(file, envelope, true);
      } else {
        drop(file, 'what was kept is no envelope');
        await outbox.remove(file);
      }
      return true;
    } catch (error) {
      log.warn({ event: free.eventId, reason: describeDiskError(error), next: 'tried again' }, 'event not delivered');
      return false;
    }
  }

  /** The oldest, but those that were refused most often last: one that the service cannot digest holds up no other. */
  function nextToSend(most: number): OutboxFile[] {
    const times = ({ salt }: OutboxFile) => refusedTimes.get(salt) ?? 0;
    return outbox
      .free()
      .sort((one, other) => times(one) - times(other))
      .slice(0, most);
  }

  async function sendFromMemory(): Promise<void> {
    const envelope = inMemory.shift();
    if (envelope === undefined) return;
    const outcome = await attempt(envelope, true);
    if (outcome.state === 'refused') inMemory.unshift(envelope);
  }

  /**
   * One step of draining: one envelope to see whether the service is back, a few at once when it is. Resolves to whether
   * the next step may follow at once.
   */
  async function drain(): Promise<boolean> {
    if (health.mayAsk()) await sendFromMemory();
    try {
      await outbox.refresh();
      disk.canBe('read');
      await evict();
      if (!health.mayAsk()) return true; // The pause is waited for anyway.
      const most = health.refusals() > 0 ? 1 : atOnce;
      const dealtWith = await Promise.all(nextToSend(most).map(sendFile));
      return dealtWith.includes(true) || dealtWith.length === 0;
    } catch (error) {
      disk.cannotBe('read', error);
      return false;
    }
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
      else await giveBack(file);
    } catch (error) {
      disk.cannotBe('written', error);
    }
  }

  function keepInMemory(envelope: Envelope) {
    inMemory.push(envelope);
    ledger.record(envelope.eventId, { state: 'queued' });
    const oldest = inMemory.length > memoryEnvelopes ? inMemory.shift() : undefined;
    if (oldest) drop(oldest, 'neither disk nor memory had room');
    wake(0);
  }

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  }

  function wake(afterMs: number) {
    clearTimeout(timer);
    if (isStopping || isDraining) return; // After draining it looks for more by itself.
    const untilMayAsk = Math.max(0, health.pausedUntil() - Date.now());
    timer = setTimeout(() => void track(drainOnce()), Math.max(afterMs, untilMayAsk));
    timer.unref();
  }

  async function drainOnce(): Promise<void> {
    isDraining = true;
    const mayGoOn = await drain();
    isDraining = false;
    const hasMore = (mayGoOn && outbox.free().length > 0) || inMemory.length > 0;
    wake(hasMore ? 0 : idleMs);
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

    /** Takes an envelope from a browser: sent, or on disk, or refused; never acknowledged before either. */
    accept: (envelope: Envelope): Promise<Accepted> => track(accept(envelope)),

    /** Takes an envelope from the server's own SDK. Resolves when it is on disk, before it is first tried. */
    submit: (envelope: Envelope): Promise<void> => track(submit(envelope)),

    /** Sends what earlier runs have left, from now on. Resolves when it is known what that is. */
    async start(): Promise<void> {
      await outbox.refresh().catch((error: unknown) => disk.cannotBe('read', error));
      await outbox.probe().catch((error: unknown) => disk.cannotBe('written', error));
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
      const oldest = outbox.oldestKeptAt();
      return {
        ...ledger.counters,
        queued: outbox.count() + inMemory.length,
        oldestQueuedSeconds: oldest === undefined ? null : Math.round((Date.now() - oldest) / 1000),
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

/** `undefined`: torn, or put there by somebody else. */
function openKept({ bytes: size }: OutboxFile, bytes: Buffer): Envelope | undefined {
  if (bytes.byteLength !== size) return undefined;
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
