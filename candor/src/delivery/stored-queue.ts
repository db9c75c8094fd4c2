import type { Log } from '../shared/log-messages.js';
import { BodyError, openEnvelope, type Category, type Envelope, type Source } from '../envelope/envelope.js';
import type { EventStates } from './event-states.js';
import { OutboxUnavailableError, type Claimed, type Outbox, type OutboxEntry } from '../outbox/outbox.js';
import { OutboxUpkeep } from './outbox-upkeep.js';
import type { Readable } from './readable.js';
import type { Sender } from './sender.js';
import { ownRetryMs } from './service-limits.js';

const categories: readonly Category[] = ['error', 'feedback'];

/** Keeps envelopes in the outbox, and sends the kept ones. */
export class StoredQueue {
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #events: EventStates;
  readonly #upkeep: OutboxUpkeep;
  readonly #readable: Readable;

  constructor(parts: { outbox: Outbox; log: Log; sender: Sender; events: EventStates; readable: Readable }) {
    this.#outbox = parts.outbox;
    this.#sender = parts.sender;
    this.#events = parts.events;
    this.#readable = parts.readable;
    this.#upkeep = new OutboxUpkeep(parts);
  }

  /** Finds the envelopes that earlier runs have left, and whether the outbox can be written. */
  async open(): Promise<void> {
    await this.#upkeep.scan();
    await this.#upkeep.probe();
  }

  /** @returns `undefined`: it could not be kept. */
  async put(envelope: Envelope, as: { source: Source; claimed: boolean }): Promise<OutboxEntry | undefined> {
    try {
      const entry = await this.#outbox.put(envelope, as);
      this.#upkeep.recovered('written');
      await this.#upkeep.evict();
      if (!as.claimed) this.#events.record(envelope.eventId, { state: 'queued' });
      return entry;
    } catch (error) {
      // The shared outbox has logged it, and the disk is fine.
      if (!(error instanceof OutboxUnavailableError)) this.#upkeep.failed('written', error);
      return undefined;
    }
  }

  /** Sends an envelope that this process has just kept, unless the service is paused. @returns whether it is still kept */
  async sendNow(entry: OutboxEntry, envelope: Envelope): Promise<boolean> {
    try {
      return await this.#send(entry, envelope, { isLate: false });
    } catch (error) {
      this.#upkeep.failed('written', error);
      return true;
    }
  }

  /** Whether this process may send what others have kept, for so long. */
  async takeTurn(forMs: number): Promise<boolean> {
    const isNeeded = this.#upkeep.isScanDue() || this.#outbox.hasWaiting((category) => this.#sender.canSend(category));
    return isNeeded && ((await this.#outbox.leaseDrain?.(forMs)) ?? true);
  }

  /**
   * Sends the envelopes that may be sent now, a few at the same time, as long as it may begin.
   * @returns whether the disk allowed it
   */
  async drain(mayBegin: () => boolean): Promise<boolean> {
    try {
      while (mayBegin()) {
        if (this.#upkeep.isScanDue()) await this.#upkeep.scan();
        if (!(await this.#sendSome())) break;
      }
      return true;
    } catch (error) {
      this.#upkeep.failed('written', error);
      return false;
    } finally {
      this.#upkeep.dropLost();
    }
  }

  /** When the first kept envelope may be sent. `Infinity`: none is waiting. */
  msUntilNext(): number {
    const waiting = categories.filter((category) => this.#outbox.hasWaiting((one) => one === category));
    const pausesMs = waiting.map((category) => this.#sender.health.pauseLeftMs(category));
    return Math.min(Infinity, ...pausesMs);
  }

  /** @returns whether there was an envelope to send */
  async #sendSome(): Promise<boolean> {
    const sending = Array.from({ length: this.#sender.concurrency() }, () => this.#sendNext());
    const results = await Promise.allSettled(sending);
    const failed = results.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason; // Only now, when none is in flight any more.
    return results.some((one) => one.status === 'fulfilled' && one.value);
  }

  /** @returns whether there was an envelope to send */
  async #sendNext(): Promise<boolean> {
    const claimed = await this.#outbox.claimNext((category) => this.#sender.canSend(category));
    if (claimed === undefined) return false;
    const envelope = openKept(claimed);
    if (envelope) {
      await this.#send(claimed.entry, envelope, { isLate: true });
    } else {
      this.#events.drop(claimed.entry.eventId, 'the kept data is not an envelope');
      await this.#outbox.remove(claimed.entry);
    }
    return true;
  }

  /** Sends a claimed envelope, then removes or releases it. @returns whether it is still kept */
  async #send(entry: OutboxEntry, kept: Envelope, { isLate }: { isLate: boolean }): Promise<boolean> {
    const isBegun = isLate || !this.#sender.isStopped; // A stop meanwhile ends no attempt that has begun; a pause does.
    const envelope = entry.source === 'server' ? await this.#readable(kept, 'server') : kept;
    const maySend = isLate || (isBegun && !this.#sender.health.isPaused(envelope.category));
    const result = maySend ? await this.#sender.send(envelope, { isLate }) : undefined;
    if (result && result.state !== 'retry') {
      await this.#outbox.remove(entry);
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
    try {
      const replaced = await this.#outbox.put(envelope, { source: entry.source, claimed: true });
      await this.#outbox.remove(entry);
      return replaced;
    } catch (error) {
      this.#upkeep.failed('written', error);
      return entry;
    }
  }

  async #release(entry: OutboxEntry, next: { isDeferred: boolean; waitMs?: number }): Promise<void> {
    const released = await this.#outbox.release(entry, next);
    if (released) this.#events.record(entry.eventId, { state: 'queued' });
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
