import { BodyError, openEnvelope, type Category, type Envelope, type Source } from '../envelope/envelope.js';
import { describeDiskError } from '../outbox/memory-outbox.js';
import { OutboxUnavailableError, type Outbox, type OutboxEntry, type PutOptions } from '../outbox/outbox.js';
import type { InFlight } from '../shared/in-flight.js';
import type { Log } from '../shared/log-messages.js';
import type { EventStates } from './event-states.js';
import type { Sender } from './sender.js';
import { ownRetryMs } from './service-response.js';

/** How often the outbox is scanned: other processes put and claim as well. Timers of 10 s may end a little early. */
const scanEveryMs = 9_000;
/** A drain begins at least this often, even while the service wants a pause. */
const idleMs = 10_000;
/** After a drain that could claim nothing: a store that fails is not asked in a loop. */
const retryMs = 1_000;
const maxConcurrency = 4;

/** Names the sources in the frames of an event, once. It does not reject, and takes a bounded time. */
export type Readable = (envelope: Envelope, madeBy: Source) => Promise<Envelope>;

type Parts = { outbox: Outbox; sender: Sender; events: EventStates; log: Log; readable: Readable; inFlight: InFlight };

/** Keeps envelopes in the outbox, and sends the kept ones: by one timer, and when asked. */
export class StoredQueue {
  /** The store has said what it keeps, or has kept something. */
  hasAnswered = false;
  #scannedAt = -Infinity;
  #cannotBeRead = false;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #isDraining = false;
  #hasTimer = true;

  constructor(private readonly parts: Parts) {}

  /** Drains as soon as the service accepts this category, or anything. */
  wake(category?: Category): void {
    this.#wakeAfter(this.parts.sender.health.pauseLeftMs(category));
  }

  stopTimer(): void {
    this.#hasTimer = false;
    clearTimeout(this.#timer);
  }

  #wakeAfter(ms: number): void {
    if (!this.#hasTimer || this.#isDraining) return; // A drain that ends schedules the next one itself.
    const waitMs = Math.min(Math.ceil(ms), idleMs);
    const at = performance.now() + waitMs;
    if (at >= this.#wakesAt) return;
    this.#wakesAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#drain(() => true), waitMs);
    this.#timer.unref();
  }

  async drainNow(mayBegin: () => boolean): Promise<void> {
    if (this.#isDraining || !mayBegin()) return;
    const { outbox, sender } = this.parts;
    const isNeeded = this.#isScanDue() || outbox.hasWaiting((category) => sender.canSend(category));
    if (isNeeded) await this.#drain(mayBegin);
  }

  async #drain(mayBegin: () => boolean): Promise<void> {
    this.#wakesAt = Infinity;
    this.#isDraining = true;
    let hasClaimed = false;
    try {
      hasClaimed = await this.parts.inFlight.track(this.#sendAll(mayBegin));
    } finally {
      this.#isDraining = false;
      this.#wakeAfter(Math.max(hasClaimed ? 0 : retryMs, this.msUntilNext()));
    }
  }

  /** `Infinity`: no kept envelope is waiting. */
  msUntilNext(): number {
    const { outbox, sender } = this.parts;
    const waiting = (['error', 'feedback'] as const).filter((category) => outbox.hasWaiting((one) => one === category));
    return Math.min(Infinity, ...waiting.map((category) => sender.health.pauseLeftMs(category)));
  }

  #isScanDue(): boolean {
    return performance.now() - this.#scannedAt >= scanEveryMs;
  }

  /** Finds what other processes have left. What this one keeps can be sent, whatever the result. */
  async scan(): Promise<void> {
    const { outbox, log } = this.parts;
    this.#scannedAt = performance.now();
    try {
      await outbox.refresh();
      if (this.#cannotBeRead) log.info({}, 'the outbox can be read again');
      this.#cannotBeRead = false;
      this.hasAnswered = true;
    } catch (error) {
      if (!(error instanceof OutboxUnavailableError)) {
        if (!this.#cannotBeRead) log.error(describeDiskError(error), 'the outbox cannot be read');
        this.#cannotBeRead = true;
        this.hasAnswered = true; // Only a part cannot be read, as the folder of another user.
      }
    }
    this.dropLost();
    await this.#evict();
  }

  async #evict(): Promise<void> {
    const { outbox, events, log } = this.parts;
    for (let entries; (entries = await outbox.evict()).length > 0;) {
      const evicted = entries.map(({ eventId }) => eventId);
      log.warn({ dropped: evicted.length, events: evicted }, 'outbox full');
      for (const eventId of evicted) events.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
      await Promise.all(entries.map((entry) => outbox.remove(entry)));
    }
  }

  dropLost(): void {
    const { outbox, events } = this.parts;
    for (const { eventId, reason, detail } of outbox.takeLost()) events.drop(eventId, reason, detail);
  }

  async put(envelope: Envelope, as: PutOptions): Promise<OutboxEntry | undefined> {
    const { outbox, events } = this.parts;
    try {
      const entry = await outbox.put(envelope, as);
      this.hasAnswered ||= entry.fallback === undefined;
      await this.#evict();
      if (!as.claimed) events.record(envelope.eventId, { state: 'queued' });
      return entry;
    } catch (error) {
      if (error instanceof OutboxUnavailableError) return undefined;
      throw error;
    }
  }

  /** Sends an envelope that was just kept. One in memory waits for its turn: there is room for few. */
  async sendNow(entry: OutboxEntry, envelope: Envelope): Promise<void> {
    const isKept = entry.fallback === 'memory' || (await this.#send(entry, envelope, { isLate: false }));
    if (entry.fallback === 'memory') await this.#release(entry, { isDeferred: false });
    if (isKept) this.wake(entry.category);
  }

  /** @returns whether it has claimed any */
  async #sendAll(mayBegin: () => boolean): Promise<boolean> {
    let hasClaimed = false;
    for (let isAnyLeft = true; isAnyLeft && mayBegin(); hasClaimed ||= isAnyLeft) {
      if (this.#isScanDue()) await this.scan();
      // After a failure one shows whether the service is back.
      const length = this.parts.sender.health.failedAttempts() > 0 ? 1 : maxConcurrency;
      const sending = Array.from({ length }, () => this.#sendNext());
      isAnyLeft = (await Promise.all(sending)).includes(true);
    }
    this.dropLost();
    return hasClaimed;
  }

  async #sendNext(): Promise<boolean> {
    const { outbox, sender, events } = this.parts;
    const claimed = await outbox.claimNext((category) => sender.canSend(category));
    if (claimed === undefined) return false;
    const { entry, bytes } = claimed;
    const envelope = openKept(bytes);
    if (envelope) {
      await this.#send(entry, { ...envelope, category: entry.category }, { isLate: true });
    } else {
      events.drop(entry.eventId, 'the kept data is not an envelope');
      await outbox.remove(entry);
    }
    return true;
  }

  /** Sends a claimed envelope, then removes or releases it. @returns whether it is still kept */
  async #send(entry: OutboxEntry, kept: Envelope, { isLate }: { isLate: boolean }): Promise<boolean> {
    const { outbox, sender, readable } = this.parts;
    const isBegun = isLate || !sender.isStopped; // A stop meanwhile ends no attempt that has begun; a pause does.
    const envelope = entry.source === 'server' ? await readable(kept, 'server') : kept;
    const maySend = isLate || (isBegun && !sender.health.isPaused(envelope.category));
    const result = maySend ? await sender.send(envelope, { isLate }) : undefined;
    if (result && result.state !== 'retry') {
      await outbox.remove(entry);
      return false;
    }
    let left = entry;
    if (envelope !== kept) {
      // With its sources: no later attempt has to find them, of whatever build it is.
      left = await outbox.put(envelope, { source: entry.source, claimed: true });
      await outbox.remove(entry);
    }
    // An envelope that fails while others are accepted must neither hold them up nor be retried in a loop.
    const waitMs = result && ownRetryMs(result, envelope.category);
    await this.#release(left, { isDeferred: result !== undefined, waitMs });
    return true;
  }

  async #release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<void> {
    const released = await this.parts.outbox.release(entry, next);
    if (released) this.parts.events.record(entry.eventId, { state: 'queued' });
  }
}

/** `undefined`: another program has put it there. */
function openKept(bytes: Uint8Array): Envelope | undefined {
  try {
    return openEnvelope(bytes);
  } catch (error) {
    if (error instanceof BodyError) return undefined;
    throw error;
  }
}
