import type { StoredQueue } from './stored-queue.js';
import type { Category } from '../envelope/envelope.js';
import type { InFlight } from '../shared/in-flight.js';
import type { Sender } from './sender.js';

/** The outbox is scanned at least this often, even while the service wants a pause. */
const idleMs = 10_000;

type Parts = { sender: Sender; stored: StoredQueue; inFlight: InFlight; isByRequest: boolean };

/** Decides when kept envelopes are sent: by one timer, or earlier when something wakes it; where no timer can be relied on, when asked. */
export class Draining {
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #isDraining = false;
  /** No timer is set. */
  #isStopped: boolean;

  constructor(private readonly parts: Parts) {
    this.#isStopped = parts.isByRequest;
  }

  /** Drains as soon as the service accepts this category; without a category, as soon as it accepts anything. */
  wake(category?: Category): void {
    this.#wakeAfter(this.parts.sender.health.pauseLeftMs(category));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #wakeAfter(ms: number): void {
    if (this.#isStopped || this.#isDraining) return; // A drain that ends schedules the next one itself.
    const waitMs = Math.min(Math.ceil(ms), idleMs);
    const at = performance.now() + waitMs;
    if (at >= this.#wakesAt) return;
    this.#wakesAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#drain(() => true), waitMs);
    this.#timer.unref();
  }

  /**
   * Sends kept envelopes now, as long as it may begin with another one. Of the processes that share an outbox only one does.
   * @param until when that ends, in ms of the monotonic clock
   */
  async drainNow(until: number, mayBegin: () => boolean): Promise<void> {
    if (this.#isDraining || !mayBegin()) return;
    await this.#drain(mayBegin, () => this.parts.stored.takeTurn(until - performance.now()));
  }

  /** `Infinity`: nothing is kept. */
  msUntilNext(): number {
    return this.parts.stored.msUntilNext();
  }

  async #drain(mayBegin: () => boolean, mayDrain = async () => true): Promise<void> {
    this.#wakesAt = Infinity;
    this.#isDraining = true;
    const { stored, inFlight } = this.parts;
    const drain = async () => {
      if (await mayDrain()) await stored.drain(mayBegin);
    };
    try {
      await inFlight.track(drain());
    } finally {
      this.#isDraining = false;
      this.#wakeAfter(stored.msUntilNext());
    }
  }
}
