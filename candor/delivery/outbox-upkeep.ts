import type { Log } from '../log-messages';
import { DiskHealth } from './disk-health';
import type { EventStates } from './event-states';
import type { Outbox } from './outbox-store';

/** How often the outbox is scanned: other processes put and take as well. Timers of 10 s may end a little early. */
const scanEveryMs = 9_000;

/** Scans, probes and bounds the outbox, and logs what is wrong with it. */
export class OutboxUpkeep {
  readonly health: DiskHealth;
  readonly #outbox: Outbox;
  readonly #events: EventStates;
  readonly #log: Log;
  #scannedAt = -Infinity;

  constructor({ outbox, events, log }: { outbox: Outbox; events: EventStates; log: Log }) {
    this.health = new DiskHealth(log);
    this.#outbox = outbox;
    this.#events = events;
    this.#log = log;
  }

  isScanDue(): boolean {
    return performance.now() - this.#scannedAt >= scanEveryMs;
  }

  /** @returns whether the outbox can be read */
  async scan(): Promise<boolean> {
    this.#scannedAt = performance.now();
    try {
      await this.#outbox.refresh();
      this.health.recovered('read');
    } catch (error) {
      this.health.failed('read', error);
      return false;
    } finally {
      this.dropLost();
    }
    if (this.health.isFailing('write')) await this.probe();
    await this.evict();
    return true;
  }

  /** Finds out whether the outbox can be written, even when there is nothing to keep. */
  async probe(): Promise<void> {
    try {
      await this.#outbox.probe();
      this.health.recovered('write');
    } catch (error) {
      this.health.failed('write', error);
    }
  }

  /** Removes what is over the limits. A failed eviction must not fail the write that it follows. */
  async evict(): Promise<void> {
    try {
      const evicted = await this.#outbox.evict();
      if (evicted.length === 0) return;
      for (const { eventId } of evicted)
        this.#events.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
      const events = evicted.flatMap(({ eventId }) => eventId ?? []);
      this.#log.warn({ dropped: evicted.length, events }, 'outbox full');
    } catch (error) {
      this.health.failed('write', error);
    }
  }

  /** Counts the events whose envelopes are gone. */
  dropLost(): void {
    for (const { eventId, reason, detail } of this.#outbox.takeLost()) this.#events.drop(eventId, reason, detail);
  }
}
