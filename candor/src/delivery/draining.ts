import type { StoredQueue } from './stored-queue.js';
import type { Category } from '../envelope/envelope.js';
import type { InFlight } from '../shared/in-flight.js';
import type { MemoryQueue } from './memory-queue.js';
import type { Sender } from './sender.js';

/** The outbox is scanned at least this often, even while the service wants a pause. */
const idleMs = 10_000;

/** Decides when kept envelopes are sent: by one timer, or earlier when something wakes it. */
export class Draining {
  readonly #sender: Sender;
  readonly #stored: StoredQueue;
  readonly #memory: MemoryQueue;
  readonly #inFlight: InFlight;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #isDraining = false;
  #isStopped = false;

  constructor(parts: { sender: Sender; stored: StoredQueue; memory: MemoryQueue; inFlight: InFlight }) {
    this.#sender = parts.sender;
    this.#stored = parts.stored;
    this.#memory = parts.memory;
    this.#inFlight = parts.inFlight;
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
    this.#timer = setTimeout(() => void this.#inFlight.track(this.#drain()), waitMs);
    this.#timer.unref();
  }

  async #drain(): Promise<void> {
    this.#wakesAt = Infinity;
    this.#isDraining = true;
    let isOutboxUsable = false;
    try {
      await this.#memory.drain();
      isOutboxUsable = await this.#stored.drain();
    } finally {
      this.#isDraining = false;
      // A disk that fails is asked again after `idleMs`, not in a loop.
      this.#wakeAfter(Math.min(this.#memory.msUntilNext(), isOutboxUsable ? this.#stored.msUntilNext() : idleMs));
    }
  }
}
