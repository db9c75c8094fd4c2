import { resolve } from 'node:path';
import type { Log } from '../shared/log-messages.js';
import type { EventStates } from './event-states.js';
import type { Outbox } from '../outbox/outbox.js';

/** How often the outbox is scanned: other processes put and claim as well. Timers of 10 s may end a little early. */
const scanEveryMs = 9_000;

/** What cannot be done with the outbox: it cannot be read, or written. */
type Operation = 'read' | 'written';

/** Scans, probes and bounds the outbox, and logs its failures. */
export class OutboxUpkeep {
  readonly #failing = new Set<Operation>();
  readonly #outbox: Outbox;
  readonly #events: EventStates;
  readonly #log: Log;
  #scannedAt = -Infinity;

  constructor({ outbox, events, log }: { outbox: Outbox; events: EventStates; log: Log }) {
    this.#outbox = outbox;
    this.#events = events;
    this.#log = log;
  }

  isScanDue(): boolean {
    return performance.now() - this.#scannedAt >= scanEveryMs;
  }

  /** Looks at what other processes have left. What this one keeps can be sent, whatever the result. */
  async scan(): Promise<void> {
    this.#scannedAt = performance.now();
    try {
      await this.#outbox.refresh();
      this.recovered('read');
    } catch (error) {
      this.failed('read', error);
    }
    this.dropLost();
    if (this.#failing.has('written')) await this.probe();
    await this.evict();
  }

  /** Finds out whether the outbox can be written, even when there is nothing to keep. */
  async probe(): Promise<void> {
    try {
      await this.#outbox.probe();
      this.recovered('written');
    } catch (error) {
      this.failed('written', error);
    }
  }

  /** Removes the envelopes that are over the limits. A failed eviction must not fail the write that it follows. */
  async evict(): Promise<void> {
    try {
      const evicted = await this.#outbox.evict();
      if (evicted.length === 0) return;
      for (const { eventId } of evicted)
        this.#events.record(eventId, { state: 'dropped', reason: 'the outbox is full' });
      const events = evicted.map(({ eventId }) => eventId);
      this.#log.warn({ dropped: evicted.length, events }, 'outbox full');
    } catch (error) {
      this.failed('written', error);
    }
  }

  /** Logs, once, that the outbox cannot be read or written. */
  failed(operation: Operation, error: unknown): void {
    if (this.#failing.has(operation)) return;
    this.#failing.add(operation);
    const where = error instanceof Error && 'path' in error ? { path: resolve(String(error.path)) } : {};
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    this.#log.error({ reason, ...where }, `the outbox cannot be ${operation}`);
  }

  /** Logs, once, that it can be again. */
  recovered(operation: Operation): void {
    if (this.#failing.delete(operation)) this.#log.info({}, `the outbox can be ${operation} again`);
  }

  /** Counts the events whose envelopes are gone. */
  dropLost(): void {
    for (const { eventId, reason, detail } of this.#outbox.takeLost()) this.#events.drop(eventId, reason, detail);
  }
}
