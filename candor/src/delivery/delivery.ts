import type { EventState } from '../shared/event-state.js';
import type { Log } from '../shared/log-messages.js';
import type { Deployment } from '../outbox/deployment.js';
import { StoredQueue } from './stored-queue.js';
import { Draining } from './draining.js';
import type { Dsn } from '../envelope/dsn.js';
import type { Category, Envelope } from '../envelope/envelope.js';
import { EventStates } from './event-states.js';
import { InFlight } from '../shared/in-flight.js';
import { Ending, outlives, unlimited, type Lifespan } from './ending.js';
import { withMemory } from '../outbox/memory-outbox.js';
import type { Outbox, OutboxEntry } from '../outbox/outbox.js';
import type { Relay } from './relay.js';
import type { Readable } from './readable.js';
import { Sender } from './sender.js';
import { withTimeout } from '../shared/with-timeout.js';

/** The result for the sender of an envelope. `unavailable`: it was neither sent nor kept, and stays with its sender. */
export type AcceptResult =
  | { state: 'sent' }
  | { state: 'queued' }
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

const maxRetryAfterSeconds = 5 * 60;
/** A disk that does not respond must not keep the server from serving. */
const startTimeoutMs = 5_000;

type Parts = {
  dsn: Dsn;
  relay: Relay;
  outbox: Outbox;
  log: Log;
  /** Connects the instances that share an outbox. */
  deployment?: Deployment;
  /** `undefined`: frames stay as they are. */
  readable?: Readable;
  /** Default: the process lasts until it is stopped, and its outbox for longer. */
  lifespan?: Lifespan;
};

/** The only way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export class Delivery {
  readonly #parts: Parts & { readable: Readable; lifespan: Lifespan };
  readonly #outbox: Outbox;
  readonly #events: EventStates;
  readonly #sender: Sender;
  readonly #stored: StoredQueue;
  readonly #draining: Draining;
  readonly #inFlight = new InFlight();
  readonly #ending: Ending;

  constructor(given: Parts) {
    const { log, deployment, lifespan = unlimited, readable = (envelope) => Promise.resolve(envelope) } = given;
    const parts = (this.#parts = { ...given, readable, lifespan });
    const { isByRequest } = parts.lifespan;
    const inFlight = this.#inFlight;
    const outbox = (this.#outbox = withMemory(given.outbox, log));
    const publish = (eventId: string, event: EventState) => deployment?.record(eventId, event);
    const events = (this.#events = new EventStates(log, { publish }));
    const sender = (this.#sender = new Sender({ ...parts, events }));
    const stored = (this.#stored = new StoredQueue({ ...parts, outbox, sender, events }));
    const draining = (this.#draining = new Draining({ sender, stored, inFlight, isByRequest }));
    this.#ending = new Ending({ ...parts, outbox, sender, events, stored, draining, inFlight });
  }

  /** Accepts an envelope from a browser. Acknowledged as sent or queued only when the service or the disk has it. */
  accept(envelope: Envelope): Promise<AcceptResult> {
    return this.#inFlight.track(this.#accept(envelope));
  }

  /** Accepts an envelope from the server's own SDK. Resolves when it is kept, before the first attempt to send it. */
  submit(envelope: Envelope): Promise<void> {
    return this.#inFlight.track(this.#submit(envelope));
  }

  /**
   * Records that an event is being captured, and captures it: at once it may be dropped. `stop` waits for `capture`, whose failure is
   * the caller's to handle.
   */
  trackCapture<Result>(eventId: string, capture: () => Promise<Result>): Promise<Result> {
    this.#events.record(eventId, { state: 'sending' });
    if (this.#ending.isRisky) this.#events.isAtRisk(eventId);
    const capturing = capture();
    this.#inFlight.track(capturing).catch(() => {}); // The caller has the same promise, and its error.
    return capturing;
  }

  /** Counts and logs an event that never became an envelope. */
  drop(eventId: string, reason: string): void {
    this.#events.drop(eventId, reason);
  }

  /** Counts an event that never became an envelope, and that the caller logs itself. */
  countDropped(eventId: string, reason: string): void {
    this.#events.record(eventId, { state: 'dropped', reason });
  }

  /** Starts to send the envelopes that earlier runs have left. Resolves when the outbox was scanned. */
  async start(): Promise<void> {
    const { lifespan, outbox } = this.#parts;
    if (lifespan.isByRequest && outbox.rest) return; // It opens for the first event, not with every process.
    await withTimeout(this.#inFlight.track(this.#open()), startTimeoutMs);
    this.#draining.wake();
  }

  async #open(): Promise<void> {
    await this.#stored.scan();
    await this.#outbox.probe();
  }

  /** For a process that may be frozen when a request has ended: see `Ending`. */
  finish(timeoutMs: number): Promise<void> {
    return this.#ending.finish(timeoutMs);
  }

  /**
   * Waits for all work in flight, and sends nothing more: kept envelopes stay in the outbox. What would be lost with the process is sent
   * first, as far as the time goes, and the rest is logged.
   */
  stop(): Promise<void> {
    return this.#ending.stop();
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

  /** The same on every instance that shares the outbox, while that is available. */
  async stateOf(eventId: string): Promise<EventState> {
    const shared = await this.#parts.deployment?.find(eventId);
    if (shared) return shared;
    const isKept = await this.#outbox.holds(eventId);
    const known = this.#events.stateOf(eventId); // Only now: it may have changed meanwhile.
    if (known.state === 'unknown' && isKept) return { state: 'queued' };
    // Another process that shares the outbox has claimed it, and knows its state.
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
      if (result.state === 'sent') return { state: 'sent' };
      if (result.state === 'dropped') {
        return { state: 'dropped', status: result.status, error: result.detail ?? result.reason };
      }
    }
    // What is acknowledged must not be lost with the process: its browser keeps it.
    const entry = this.#parts.lifespan.outboxLasts
      ? await this.#stored.put(envelope, { source: 'browser', claimed: false })
      : undefined;
    if (entry) {
      this.#draining.wake(entry.category);
      return { state: 'queued' };
    }
    this.#events.record(envelope.eventId, { state: 'unknown' });
    const error = 'The envelope can be neither sent nor kept now.';
    return { state: 'unavailable', error, retryAfterSeconds: this.#retryAfterSeconds(envelope.category) };
  }

  /** When the sender may try again: the service may want a longer pause, but the disk may be back sooner. */
  #retryAfterSeconds(category: Category): number {
    const pauseSeconds = Math.ceil(this.#sender.health.pauseLeftMs(category) / 1000);
    return Math.min(Math.max(1, pauseSeconds), maxRetryAfterSeconds);
  }

  async #submit(envelope: Envelope): Promise<void> {
    const { lifespan } = this.#parts;
    const entry = await this.#stored.put(envelope, { source: 'server', claimed: true });
    if (entry && outlives(lifespan, entry)) this.#events.outlives(envelope.eventId);
    // Our own pause after failed attempts assumes a later attempt, which there may not be.
    if (lifespan.isByRequest && !lifespan.outboxLasts) this.#sender.health.endBackoff();
    if (entry) void this.#inFlight.track(this.#sendNow(entry, envelope));
  }

  async #sendNow(entry: OutboxEntry, envelope: Envelope): Promise<void> {
    if (await this.#stored.sendNow(entry, envelope)) this.#draining.wake(entry.category);
  }
}
