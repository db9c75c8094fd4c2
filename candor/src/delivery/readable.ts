import { buildField, type Envelope, type Source } from '../envelope/envelope.js';
import type { OutboxEntry } from '../outbox/outbox.js';

/** Names the sources in the frames of events, on their way to the service. */
export type Readable = {
  /** The build that is served here. */
  buildId: string;
  /** The envelope with readable frames, or as it is; without a promise if it has none. Does not reject, and takes a bounded time. */
  make(envelope: Envelope, source: Source): Promise<Envelope> | Envelope;
};

/** Two seconds more than the pause after which every instance looks for envelopes: `idleMs` of draining.ts. */
export const ownBuildMs = 12_000;
/** Meanwhile another instance may claim it. */
const releasedMs = 1_000;
/** Beyond, envelopes of other builds do not wait. */
const maxWaiting = 1_000;

/**
 * The envelopes of other builds in a shared outbox. Each waits `ownBuildMs` from when this instance has met it for one that can read
 * it; then it is sent as it is. Other envelopes are sent meanwhile.
 */
export class OtherBuilds {
  readonly #buildId: string | undefined;
  /** By key, in ms of a monotonic clock. */
  readonly #metAt = new Map<string, number>();

  /** @param buildId `undefined`: nothing is readable here, or no other instance shares the outbox */
  constructor(buildId: string | undefined) {
    this.#buildId = buildId;
  }

  /** For how long to release an envelope that is not to be sent now. `undefined`: send it. */
  waitMs({ key, source, isOwn }: OutboxEntry, { header }: Envelope): number | undefined {
    const madeBy = header[buildField];
    const isOther = this.#buildId !== undefined && typeof madeBy === 'string' && madeBy !== this.#buildId;
    if (!isOther || source === 'browser' || isOwn) return undefined;
    const now = performance.now();
    const metAt = this.#metAt.get(key) ?? now;
    const leftMs = metAt + ownBuildMs - now;
    if (leftMs <= 0 || (!this.#metAt.has(key) && this.#metAt.size >= maxWaiting)) {
      this.#metAt.delete(key);
      return undefined;
    }
    this.#metAt.set(key, metAt);
    return Math.min(leftMs, releasedMs);
  }

  /** When the first of them has waited long enough. `Infinity`: none waits. */
  msUntilNext(): number {
    const now = performance.now();
    for (const [key, metAt] of this.#metAt) {
      if (now < metAt + ownBuildMs) return metAt + ownBuildMs - now;
      if (now > metAt + 2 * ownBuildMs) this.#metAt.delete(key); // Another instance has sent it.
    }
    return Infinity;
  }
}
