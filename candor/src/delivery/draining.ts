import type { StoredQueue } from './stored-queue.js';
import type { Category } from '../envelope/envelope.js';
import type { InFlight } from '../shared/in-flight.js';
import type { MemoryQueue } from './memory-queue.js';
import type { Sender } from './sender.js';

/** The outbox is scanned at least this often, even while the service wants a pause. */
const idleMs = 10_000;

/** Decides when kept envelopes are sent: by one timer, or earlier when something wakes it; where no timer can be relied on, when asked. */
export class Draining {
  readonly #sender: Sender;
  readonly #stored: StoredQueue;
  readonly #memory: MemoryQueue;
  readonly #inFlight: InFlight;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #isDraining = false;
  /** No timer is set. */
  #isStopped: boolean;

  constructor(parts: {
    sender: Sender;
    stored: StoredQueue;
    memory: MemoryQueue;
    inFlight: InFlight;
    isByRequest: boolean;
  }) {
    this.#sender = parts.sender;
    this.#stored = parts.stored;
    this.#memory = parts.memory;
    this.#inFlight = parts.inFlight;
    this.#isStopped = parts.isByRequest;
  }

  /** Drains as soon as the service accepts this category; without a category, as soon as it accepts anything. */
  wake(category?: Category): void {
    this.#wakeAfter(this.#sender.health.pauseLeftMs(category));
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
    this.#timer = setTimeout(() => void this.#inFlight.track(this.#drain(() => true)), waitMs);
    this.#timer.unref();
  }

  /**
   * Sends kept envelopes now, as long as it may begin with another one. Of the processes that share an outbox only one does.
   * @param until when that ends, in ms of the monotonic clock
   */
  async drainNow(until: number, mayBegin: () => boolean): Promise<void> {
    if (this.#isDraining || !mayBegin()) return;
    const mayDrainStored = () => this.#stored.takeTurn(until - performance.now());
    await this.#inFlight.track(this.#drain(mayBegin, mayDrainStored));
  }

  /** `Infinity`: nothing is kept. */
  msUntilNext(): number {
    return Math.min(this.#memory.msUntilNext(), this.#stored.msUntilNext());
  }

  async #drain(mayBegin: () => boolean, mayDrainStored = async () => true): Promise<void> {
    this.#wakesAt = Infinity;
    this.#isDraining = true;
    let isOutboxUsable = false;
    try {
      await this.#memory.drain(mayBegin);
      isOutboxUsable = (await mayDrainStored()) && (await this.#stored.drain(mayBegin));
    } finally {
      this.#isDraining = false;
      // A disk that fails is asked again after `idleMs`, not in a loop.
      this.#wakeAfter(Math.min(this.#memory.msUntilNext(), isOutboxUsable ? this.#stored.msUntilNext() : idleMs));
    }
  }
}
