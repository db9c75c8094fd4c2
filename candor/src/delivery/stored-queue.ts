import { BodyError, openEnvelope, type Category, type Envelope } from '../envelope/envelope.js';
import type { EventStates } from './event-states.js';
import {
  OutboxUnavailableError,
  type Claimed,
  type Outbox,
  type OutboxEntry,
  type PutOptions,
} from '../outbox/outbox.js';
import { describeDiskError } from '../outbox/memory-outbox.js';
import type { Log } from '../shared/log-messages.js';
import type { Readable } from './readable.js';
import type { Sender } from './sender.js';
import { ownRetryMs } from './service-limits.js';

/** How often the outbox is scanned: other processes put and claim as well. Timers of 10 s may end a little early. */
const scanEveryMs = 9_000;

const categories: readonly Category[] = ['error', 'feedback'];

type Parts = { outbox: Outbox; sender: Sender; events: EventStates; log: Log; readable: Readable };

/** Keeps envelopes in the outbox, and sends the kept ones. */
export class StoredQueue {
  #scannedAt = -Infinity;
  #cannotBeRead = false;
  /** The store has said what it keeps, or has kept something. */
  hasAnswered = false;

  constructor(private readonly parts: Parts) {}

  #isScanDue(): boolean {
    return performance.now() - this.#scannedAt >= scanEveryMs;
  }

  /** Looks at what other processes have left. What this one keeps can be sent, whatever the result. */
  async scan(): Promise<void> {
    const { outbox, log } = this.parts;
    this.#scannedAt = performance.now();
    try {
      await outbox.refresh();
      this.hasAnswered = true;
      if (this.#cannotBeRead) log.info({}, 'the outbox can be read again');
      this.#cannotBeRead = false;
    } catch (error) {
      if (!(error instanceof OutboxUnavailableError)) this.#cannotRead(error);
    }
    this.dropLost();
    await this.#evict();
  }

  /** A part of it, as the folder of another user. */
  #cannotRead(error: unknown): void {
    this.hasAnswered = true;
    if (!this.#cannotBeRead) this.parts.log.error(describeDiskError(error), 'the outbox cannot be read');
    this.#cannotBeRead = true;
  }

  /** Removes the envelopes that are over the limits. */
  async #evict(): Promise<void> {
    const { outbox, events, log } = this.parts;
    const evicted = await outbox.evict();
    if (evicted.length === 0) return;
    for (const { eventId } of evicted) events.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
    log.warn({ dropped: evicted.length, events: evicted.map(({ eventId }) => eventId) }, 'outbox full');
  }

  /** Counts the events whose envelopes are gone. */
  dropLost(): void {
    const { outbox, events } = this.parts;
    for (const { eventId, reason, detail } of outbox.takeLost()) events.drop(eventId, reason, detail);
  }

  /** @returns `undefined`: it could not be kept. */
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

  /**
   * Sends an envelope that this process has just kept, unless the service is paused. One in memory waits for its turn: there is room for
   * few. @returns whether it is still kept
   */
  async sendNow(entry: OutboxEntry, envelope: Envelope): Promise<boolean> {
    if (entry.fallback !== 'memory') return this.#send(entry, envelope, { isLate: false });
    await this.#release(entry, { isDeferred: false });
    return true;
  }

  /** Whether this process may send what others have kept, for so long. */
  async takeTurn(forMs: number): Promise<boolean> {
    const { outbox, sender } = this.parts;
    const isNeeded = this.#isScanDue() || outbox.hasWaiting((category) => sender.canSend(category));
    return isNeeded && ((await outbox.leaseDrain?.(forMs)) ?? true);
  }

  /** Sends the envelopes that may be sent now, a few at the same time, as long as it may begin. */
  async drain(mayBegin: () => boolean): Promise<void> {
    while (mayBegin()) {
      if (this.#isScanDue()) await this.scan();
      if (!(await this.#sendSome())) break;
    }
    this.dropLost();
  }

  /** When the first kept envelope may be sent. `Infinity`: none is waiting. */
  msUntilNext(): number {
    const { outbox, sender } = this.parts;
    const waiting = categories.filter((category) => outbox.hasWaiting((one) => one === category));
    return Math.min(Infinity, ...waiting.map((category) => sender.health.pauseLeftMs(category)));
  }

  /** @returns whether there was an envelope to send */
  async #sendSome(): Promise<boolean> {
    const sending = Array.from({ length: this.parts.sender.concurrency() }, () => this.#sendNext());
    return (await Promise.all(sending)).includes(true);
  }

  /** @returns whether there was an envelope to send */
  async #sendNext(): Promise<boolean> {
    const { outbox, sender, events } = this.parts;
    const claimed = await outbox.claimNext((category) => sender.canSend(category));
    if (claimed === undefined) return false;
    const envelope = openKept(claimed);
    if (envelope) {
      await this.#send(claimed.entry, envelope, { isLate: true });
    } else {
      events.drop(claimed.entry.eventId, 'the kept data is not an envelope');
      await outbox.remove(claimed.entry);
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
    const left = envelope === kept ? entry : await this.#replace(entry, envelope);
    // An envelope that fails while others are accepted must neither hold them up nor be retried in a loop.
    const waitMs = result && ownRetryMs(result, envelope.category);
    await this.#release(left, { isDeferred: result !== undefined, waitMs });
    return true;
  }

  /** Keeps an envelope with its sources: no later attempt has to find them, of whatever build it is. */
  async #replace(entry: OutboxEntry, envelope: Envelope): Promise<OutboxEntry> {
    const replaced = await this.parts.outbox.put(envelope, { source: entry.source, claimed: true });
    await this.parts.outbox.remove(entry);
    return replaced;
  }

  async #release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<void> {
    const released = await this.parts.outbox.release(entry, next);
    if (released) this.parts.events.record(entry.eventId, { state: 'queued' });
  }
}

/** `undefined`: another program has put it there. */
function openKept({ entry, bytes }: Claimed): Envelope | undefined {
  try {
    return { ...openEnvelope(bytes), category: entry.category };
  } catch (error) {
    if (error instanceof BodyError) return undefined;
    throw error;
  }
}
