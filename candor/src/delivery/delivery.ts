import { setTimeout as wait } from 'node:timers/promises';
import type { Dsn } from '../envelope/dsn.js';
import type { Envelope } from '../envelope/envelope.js';
import type { Deployment } from '../outbox/deployment.js';
import { withMemory } from '../outbox/memory-outbox.js';
import type { Outbox } from '../outbox/outbox.js';
import type { EventState } from '../shared/event-state.js';
import { InFlight } from '../shared/in-flight.js';
import type { Log } from '../shared/log-messages.js';
import { withTimeout } from '../shared/with-timeout.js';
import { EventStates } from './event-states.js';
import { closeIdleConnections, type Relay } from './relay.js';
import { Sender } from './sender.js';
import { StoredQueue, type Readable } from './stored-queue.js';

/** `unavailable`: it was neither sent nor kept, and stays with its sender. */
export type AcceptResult =
  | { state: 'sent' | 'queued' }
  | { state: 'dropped'; status: number; error: string }
  | { state: 'unavailable'; error: string; retryAfterSeconds: number };

export type DeliveryStats = {
  sent: number;
  /** `null`: the store has not answered yet. */
  queued: number | null;
  dropped: Record<string, number>;
  oldestQueuedSeconds: number | null;
  downSince: string | null;
  /** With a shared outbox: how many of `queued` only this instance has. */
  queuedHere?: number;
};

/** How long the process of a delivery lasts, and what outlives it. */
export type Lifespan = {
  /** The process may be frozen or ended when a request has: nothing is left to a timer. */
  isByRequest: boolean;
  outboxLasts: boolean;
  /** The disk on which this instance keeps events while a shared outbox is unavailable. */
  ownDiskLasts: boolean;
};

const unlimited: Lifespan = { isByRequest: false, outboxLasts: true, ownDiskLasts: true };

const maxRetryAfterSeconds = 5 * 60;
/** A disk that does not respond must not keep the server from serving. */
const startTimeoutMs = 5_000;
/** What a stop spends on delivering what would be lost: less than the time after which the process is ended. */
const lastAttemptsMs = 6_000;

type Parts = {
  dsn: Dsn;
  relay: Relay;
  outbox: Outbox;
  log: Log;
  deployment?: Deployment;
  /** `undefined`: frames stay as they are. */
  readable?: Readable;
  lifespan?: Lifespan;
};

/** The only way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export class Delivery {
  readonly #parts: Parts & { lifespan: Lifespan; readable: Readable };
  readonly #outbox: Outbox;
  readonly #events: EventStates;
  readonly #sender: Sender;
  readonly #stored: StoredQueue;
  readonly #inFlight = new InFlight();
  /** Some of what is kept would be lost with the process. */
  readonly #losesWork: boolean;
  #stopsAt: number | undefined;

  constructor(given: Parts) {
    const { log, deployment, lifespan = unlimited, readable = (envelope) => Promise.resolve(envelope) } = given;
    const parts = (this.#parts = { ...given, lifespan, readable });
    const outbox = (this.#outbox = withMemory(given.outbox, log));
    const events = (this.#events = new EventStates(log, (eventId, event) => deployment?.record(eventId, event)));
    const sender = (this.#sender = new Sender({ ...parts, events }));
    this.#stored = new StoredQueue({ ...parts, outbox, sender, events, inFlight: this.#inFlight });
    if (lifespan.isByRequest) this.#stored.stopTimer();
    this.#losesWork = !lifespan.outboxLasts || !lifespan.ownDiskLasts;
  }

  /** Accepts an envelope of a browser. It is sent or queued only when the service or the outbox has it. */
  accept(envelope: Envelope): Promise<AcceptResult> {
    return this.#inFlight.track(this.#accept(envelope));
  }

  /** Accepts an envelope of the server's own SDK. Resolves when it is kept, before the first attempt to send it. */
  submit(envelope: Envelope): Promise<void> {
    return this.#inFlight.track(this.#submit(envelope));
  }

  /** Captures an event, whose state is known at once. `stop` waits for that. */
  trackCapture<Result>(eventId: string, capture: () => Promise<Result>): Promise<Result> {
    this.#events.record(eventId, { state: 'sending' });
    if (this.#losesWork || this.#parts.lifespan.isByRequest) this.#events.isAtRisk(eventId);
    const capturing = capture();
    this.#inFlight.track(capturing).catch(() => {}); // The caller has the same promise, and its error.
    return capturing;
  }

  drop(eventId: string, reason: string): void {
    this.#events.drop(eventId, reason);
  }

  countDropped(eventId: string, reason: string): void {
    this.#events.record(eventId, { state: 'dropped', reason });
  }

  async start(): Promise<void> {
    const { lifespan, outbox } = this.#parts;
    if (lifespan.isByRequest && outbox.rest) return; // It opens for the first event, not with every process.
    const opening = this.#stored.scan().then(() => this.#outbox.probe());
    await withTimeout(this.#inFlight.track(opening), startTimeoutMs);
    this.#stored.wake();
  }

  /** Sends kept events while there is time, and leaves nothing that a freeze of the process would break or lose unnamed. */
  async finish(timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    // An attempt that a freeze cuts off may have succeeded, and would be repeated.
    const isInTime = () => this.#sender.isLikelyToEnd(until);
    await withTimeout(this.#settleAndDrain(isInTime), timeoutMs);
    this.#events.logAtRisk({ reason: 'its request has ended', next: 'tried again while the process runs' });
    if (!this.#inFlight.isEmpty()) return; // The last request to finish closes them.
    closeIdleConnections();
    await this.#outbox.rest?.();
  }

  async #settleAndDrain(mayBegin: () => boolean): Promise<void> {
    await this.#inFlight.settled();
    await this.#stored.drainNow(mayBegin);
    await this.#parts.deployment?.settled();
  }

  /** Waits for all work in flight, and sends nothing more but what would be lost with the process. */
  async stop(): Promise<void> {
    this.#stored.stopTimer();
    if (this.#losesWork) await this.#deliverLast();
    else this.#sender.isStopped = true;
    await this.#inFlight.settled();
    await this.#parts.deployment?.settled();
    await this.#outbox.close?.();
    this.#stored.dropLost();
    if (this.#losesWork) this.#events.logAtRisk({ reason: 'the server has ended', next: 'lost with its disk' });
  }

  /** Both stops of a shutdown share the time. No attempt comes later, so that a pause after failed ones does not count. */
  async #deliverLast(): Promise<void> {
    const outbox = this.#outbox;
    const { outboxLasts } = this.#parts.lifespan;
    const until = (this.#stopsAt ??= performance.now() + lastAttemptsMs);
    this.#sender.health.endBackoff();
    const isInTime = () => performance.now() < until;
    const countOfLost = () => (outboxLasts ? (outbox.countOfOwn?.() ?? 0) : outbox.count());
    while (isInTime() && countOfLost() > 0) {
      await withTimeout(this.#settleAndDrain(isInTime), until - performance.now());
      const nextMs = this.#stored.msUntilNext();
      if (nextMs > until - performance.now()) return;
      await wait(Math.max(nextMs, 10));
    }
  }

  stats(): DeliveryStats {
    const oldestAgeMs = this.#outbox.oldestAgeMs();
    const isShared = this.#parts.outbox.countOfOwn !== undefined;
    return {
      ...this.#events.counters,
      queued: this.#stored.hasAnswered ? this.#outbox.count() : null,
      oldestQueuedSeconds: oldestAgeMs === undefined ? null : Math.round(oldestAgeMs / 1000),
      downSince: this.#sender.health.downSince()?.toISOString() ?? null,
      ...(isShared && { queuedHere: this.#outbox.countOfOwn?.() }),
    };
  }

  async stateOf(eventId: string): Promise<EventState> {
    const shared = await this.#parts.deployment?.find(eventId);
    if (shared) return shared;
    const isKept = await this.#outbox.holds(eventId);
    const known = this.#events.stateOf(eventId); // Only now: it may have changed meanwhile.
    if (known.state === 'unknown' && isKept) return { state: 'queued' };
    // Another process has it, and knows its state.
    return known.state === 'queued' && !isKept ? { state: 'unknown' } : known;
  }

  async #accept(accepted: Envelope): Promise<AcceptResult> {
    const { deployment } = this.#parts;
    const shared = deployment && (await deployment.find(accepted.eventId));
    if (shared?.state === 'sent') this.#events.learn(accepted.eventId, shared); // It stays so, though it is posted again.
    this.#events.record(accepted.eventId, { state: 'sending' });
    const envelope = await this.#parts.readable(accepted, 'browser');
    if (this.#sender.canSend(envelope.category)) {
      const result = await this.#sender.send(envelope, { isLate: false });
      const { state } = result;
      if (state === 'sent') return { state };
      if (state === 'dropped') return { state, status: result.status, error: result.detail ?? result.reason };
    }
    // What is acknowledged must not be lost with the process: its browser keeps it.
    const entry = this.#parts.lifespan.outboxLasts
      ? await this.#stored.put(envelope, { source: 'browser', claimed: false })
      : undefined;
    if (entry) {
      this.#stored.wake(entry.category);
      return { state: 'queued' };
    }
    this.#events.record(envelope.eventId, { state: 'unknown' });
    // The service may want a longer pause, but the disk may be back sooner.
    const pauseSeconds = Math.ceil(this.#sender.health.pauseLeftMs(envelope.category) / 1000);
    const retryAfterSeconds = Math.min(Math.max(1, pauseSeconds), maxRetryAfterSeconds);
    return { state: 'unavailable', error: 'The envelope can be neither sent nor kept now.', retryAfterSeconds };
  }

  async #submit(envelope: Envelope): Promise<void> {
    const { isByRequest, outboxLasts, ownDiskLasts } = this.#parts.lifespan;
    const entry = await this.#stored.put(envelope, { source: 'server', claimed: true });
    const lasts = { store: outboxLasts, disk: ownDiskLasts, memory: false };
    if (entry && lasts[entry.fallback ?? 'store']) this.#events.outlives(envelope.eventId);
    // Our own pause after failed attempts assumes a later attempt, which there may not be.
    if (isByRequest && !outboxLasts) this.#sender.health.endBackoff();
    if (entry) void this.#inFlight.track(this.#stored.sendNow(entry, envelope));
  }
}
