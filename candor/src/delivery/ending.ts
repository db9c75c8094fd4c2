import { setTimeout as wait } from 'node:timers/promises';
import type { Deployment } from '../outbox/deployment.js';
import type { Outbox, OutboxEntry } from '../outbox/outbox.js';
import type { InFlight } from '../shared/in-flight.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { Draining } from './draining.js';
import type { EventStates } from './event-states.js';
import { closeIdleConnections } from './keep-alive.js';
import type { Sender } from './sender.js';
import type { StoredQueue } from './stored-queue.js';

/** How long the process of a delivery lasts, and what outlives it. */
export type Lifespan = {
  /** The process may be frozen or ended when a request has: nothing is left to a timer. */
  isByRequest: boolean;
  /** What the outbox keeps outlives the process. */
  outboxLasts: boolean;
  /** So does what this instance alone keeps while a shared outbox is unavailable. */
  ownDiskLasts: boolean;
};

export const unlimited: Lifespan = { isByRequest: false, outboxLasts: true, ownDiskLasts: true };

/** Whether an envelope is still kept when the process has ended. */
export function outlives({ outboxLasts, ownDiskLasts }: Lifespan, { fallback }: Pick<OutboxEntry, 'fallback'>) {
  if (fallback === undefined) return outboxLasts;
  return fallback === 'disk' && ownDiskLasts;
}

/** What a stop spends on delivering what would be lost: less than the time after which the process is ended. */
const lastAttemptsMs = 6_000;

type Parts = {
  outbox: Outbox;
  deployment?: Deployment;
  sender: Sender;
  events: EventStates;
  stored: StoredQueue;
  draining: Draining;
  inFlight: InFlight;
  lifespan: Lifespan;
};

/** Ends the work of a request, where the process may be frozen after it, and the work of the process. */
export class Ending {
  /** When the last attempts end, by the monotonic clock. `undefined`: the process is not being stopped, or loses nothing. */
  #stopsAt: number | undefined;

  constructor(private readonly parts: Parts) {}

  /** Whether anything that is kept may be lost with the process. */
  get #losesWork(): boolean {
    const { outboxLasts, ownDiskLasts } = this.parts.lifespan;
    return !outboxLasts || !ownDiskLasts;
  }

  /** Whether an event may be lost with the process, or with the end of its request. */
  get isRisky(): boolean {
    return this.parts.lifespan.isByRequest || this.#losesWork;
  }

  /**
   * Resolves when nothing is in flight, when kept events were sent as far as the time goes, and when no connection is left that a freeze
   * would break. Logs the events that would be lost with the process.
   */
  async finish(timeoutMs: number): Promise<void> {
    const { sender, events, inFlight, outbox } = this.parts;
    const until = performance.now() + timeoutMs;
    // An attempt that a freeze cuts off may have succeeded, and would be repeated.
    await withTimeout(
      this.#settleAndDrain(until, () => sender.isLikelyToEnd(until)),
      timeoutMs,
    );
    events.logAtRisk({ reason: 'its request has ended', next: 'tried again while the process runs' });
    if (!inFlight.isEmpty()) return; // The last request to finish closes them.
    closeIdleConnections();
    await outbox.rest?.();
  }

  async #settleAndDrain(until: number, mayBegin: () => boolean): Promise<void> {
    await this.parts.inFlight.settled();
    await this.parts.draining.drainNow(until, mayBegin);
    await this.parts.deployment?.settled();
  }

  /**
   * Waits for all work in flight, and sends nothing more: kept envelopes are left to the next process. What would be lost with the process
   * is sent first, as far as the time goes, and the rest is logged.
   */
  async stop(): Promise<void> {
    const { sender, events, draining, inFlight, deployment, outbox, stored } = this.parts;
    draining.stop();
    if (this.#losesWork) await this.#deliverLast();
    else sender.stop();
    await inFlight.settled();
    await deployment?.settled();
    await outbox.close?.();
    stored.dropLost();
    if (this.#losesWork) events.logAtRisk({ reason: 'the server has ended', next: 'lost with its disk' });
  }

  /** Both stops of a shutdown share the time. A pause after failed attempts is no reason to wait: there is no later. */
  async #deliverLast(): Promise<void> {
    const until = (this.#stopsAt ??= performance.now() + lastAttemptsMs);
    this.parts.sender.health.endBackoff();
    const isInTime = () => performance.now() < until;
    while (isInTime() && this.#waitingHere() > 0) {
      await withTimeout(this.#settleAndDrain(until, isInTime), until - performance.now());
      const nextMs = this.parts.draining.msUntilNext();
      if (nextMs > until - performance.now()) return;
      await wait(Math.max(nextMs, 10));
    }
  }

  /** How many kept events would be lost with the process. */
  #waitingHere(): number {
    const { outbox, lifespan } = this.parts;
    return lifespan.outboxLasts ? (outbox.countOfOwn?.() ?? 0) : outbox.count();
  }
}
