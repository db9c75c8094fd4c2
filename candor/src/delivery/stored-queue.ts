import { BodyError, openEnvelope, type Category, type Envelope } from '../envelope/envelope.js';
import type { EventStates } from './event-states.js';
import {
  OutboxUnavailableError,
  type Claimed,
  type Outbox,
  type OutboxEntry,
  type PutOptions,
} from '../outbox/outbox.js';
import type { OutboxUpkeep } from './outbox-upkeep.js';
import type { Readable } from './readable.js';
import type { Sender } from './sender.js';
import { ownRetryMs } from './service-limits.js';

const categories: readonly Category[] = ['error', 'feedback'];

type Parts = { outbox: Outbox; sender: Sender; events: EventStates; upkeep: OutboxUpkeep; readable: Readable };

/** Keeps envelopes in the outbox, and sends the kept ones. */
export class StoredQueue {
  constructor(private readonly parts: Parts) {}

  /** @returns `undefined`: it could not be kept. */
  async put(envelope: Envelope, as: PutOptions): Promise<OutboxEntry | undefined> {
    const { outbox, upkeep, events } = this.parts;
    try {
      const entry = await outbox.put(envelope, as);
      upkeep.hasAnswered ||= entry.fallback === undefined;
      await upkeep.evict();
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
    const { outbox, sender, upkeep } = this.parts;
    const isNeeded = upkeep.isScanDue() || outbox.hasWaiting((category) => sender.canSend(category));
    return isNeeded && ((await outbox.leaseDrain?.(forMs)) ?? true);
  }

  /** Sends the envelopes that may be sent now, a few at the same time, as long as it may begin. */
  async drain(mayBegin: () => boolean): Promise<void> {
    const { upkeep } = this.parts;
    while (mayBegin()) {
      if (upkeep.isScanDue()) await upkeep.scan();
      if (!(await this.#sendSome())) break;
    }
    upkeep.dropLost();
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
