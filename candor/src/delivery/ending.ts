import { setTimeout as wait } from 'node:timers/promises';
import type { Deployment } from '../outbox/deployment.js';
import type { Outbox } from '../outbox/outbox.js';
import type { InFlight } from '../shared/in-flight.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { AtRisk } from './at-risk.js';
import type { Draining } from './draining.js';
import { closeIdleConnections } from './keep-alive.js';
import { losesWork, type Lifespan } from './lifespan.js';
import type { MemoryQueue } from './memory-queue.js';
import type { Sender } from './sender.js';

/** What a stop spends on delivering what would be lost: less than the time after which the process is ended. */
const lastAttemptsMs = 6_000;

/** Ends the work of a request, where the process may be frozen after it, and the work of the process. */
export class Ending {
  readonly #outbox: Outbox;
  readonly #deployment: Deployment | undefined;
  readonly #sender: Sender;
  readonly #memory: MemoryQueue;
  readonly #draining: Draining;
  readonly #inFlight: InFlight;
  readonly #lifespan: Lifespan;
  readonly #atRisk: AtRisk | undefined;
  /** When the last attempts end, by the monotonic clock. `undefined`: the process is not being stopped, or loses nothing. */
  #stopsAt: number | undefined;

  constructor(parts: {
    outbox: Outbox;
    deployment: Deployment | undefined;
    sender: Sender;
    memory: MemoryQueue;
    draining: Draining;
    inFlight: InFlight;
    lifespan: Lifespan;
    atRisk: AtRisk | undefined;
  }) {
    this.#outbox = parts.outbox;
    this.#deployment = parts.deployment;
    this.#sender = parts.sender;
    this.#memory = parts.memory;
    this.#draining = parts.draining;
    this.#inFlight = parts.inFlight;
    this.#lifespan = parts.lifespan;
    this.#atRisk = parts.atRisk;
  }

  /** Whether it spends its time on delivering what would be lost with the process. */
  get isStopping(): boolean {
    return this.#stopsAt !== undefined;
  }

  /**
   * Resolves when nothing is in flight, when kept events were sent as far as the time goes, and when no connection is left that a freeze
   * would break. Logs the events that would be lost with the process.
   */
  async finish(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    // An attempt that a freeze cuts off may have succeeded, and would be repeated.
    await withTimeout(
      this.#settleAndDrain(until, () => this.#sender.isLikelyToEnd(until)),
      timeoutMs,
    );
    this.#atRisk?.log({ reason: 'its request has ended', next: 'tried again while the process runs' });
    if (!this.#inFlight.isEmpty()) return; // The last request to finish closes them.
    closeIdleConnections();
    await this.#outbox.rest?.();
  }

  async #settleAndDrain(until: number, mayBegin: () => boolean): Promise<void> {
    await this.#inFlight.settled();
    await this.#draining.drainNow(until, mayBegin);
    await this.#deployment?.settled();
  }

  /**
   * Waits for all work in flight, and sends nothing more: kept envelopes are left to the next process. What would be lost with the process is sent
   * first, as far as the time goes, and the rest is logged.
   */
  async stop(): Promise<void> {
    this.#draining.stop();
    if (losesWork(this.#lifespan)) await this.#deliverLast();
    else this.#sender.stop();
    await this.#inFlight.settled();
    await this.#deployment?.settled();
    this.#memory.dropAll('the disk did not accept it, and the server has ended');
    if (losesWork(this.#lifespan)) this.#atRisk?.log({ reason: 'the server has ended', next: 'lost with its disk' });
    await this.#outbox.close?.();
  }

  /** Both stops of a shutdown share the time. A pause after failed attempts is no reason to wait: there is no later. */
  async #deliverLast(): Promise<void> {
    const until = (this.#stopsAt ??= performance.now() + lastAttemptsMs);
    this.#sender.health.endBackoff();
    const isInTime = () => performance.now() < until;
    while (isInTime() && this.#waitingHere() > 0) {
      await withTimeout(this.#settleAndDrain(until, isInTime), until - performance.now());
      const nextMs = this.#draining.msUntilNext();
      if (nextMs > until - performance.now()) return;
      await wait(Math.max(nextMs, 10));
    }
  }

  /** How many kept events would be lost with the process. */
  #waitingHere(): number {
    const { outboxLasts } = this.#lifespan;
    return this.#memory.count() + (outboxLasts ? (this.#outbox.countOfOwn?.() ?? 0) : this.#outbox.count());
  }
}
