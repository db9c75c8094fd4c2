import type { Log } from '../shared/log-messages.js';
import type { EventStates } from './event-states.js';
import { describeDiskError } from '../outbox/memory-outbox.js';
import { OutboxUnavailableError, type Outbox } from '../outbox/outbox.js';

/** How often the outbox is scanned: other processes put and claim as well. Timers of 10 s may end a little early. */
const scanEveryMs = 9_000;

/** Scans and bounds the outbox, and counts what that finds. */
export class OutboxUpkeep {
  #scannedAt = -Infinity;
  #cannotBeRead = false;
  /** The store has said what it keeps, or has kept something. */
  hasAnswered = false;

  constructor(private readonly parts: { outbox: Outbox; events: EventStates; log: Log }) {}

  isScanDue(): boolean {
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
    await this.evict();
  }

  /** A part of it, as the folder of another user. */
  #cannotRead(error: unknown): void {
    this.hasAnswered = true;
    if (!this.#cannotBeRead) this.parts.log.error(describeDiskError(error), 'the outbox cannot be read');
    this.#cannotBeRead = true;
  }

  /** Removes the envelopes that are over the limits. */
  async evict(): Promise<void> {
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
}
