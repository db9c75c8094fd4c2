import type { Log } from '../shared/log-messages.js';
import type { Deployment } from '../outbox/deployment.js';
import type { Dsn } from '../envelope/dsn.js';
import { addressEnvelope, type Category, type Envelope } from '../envelope/envelope.js';
import type { EventStates } from './event-states.js';
import type { Relay } from './relay.js';
import { createServiceHealth } from './service-health.js';
import { ownRetryMs, type SendResult } from './service-response.js';

type Parts = { dsn: Dsn; relay: Relay; log: Log; events: EventStates; deployment?: Deployment };

/** Sends one envelope to the service: one attempt, whose result is counted, remembered and logged. */
export class Sender {
  readonly health = createServiceHealth();
  isStopped = false;
  /** How long an attempt takes, by the last one. */
  #expectedMs = 0;

  constructor(private readonly parts: Parts) {
    parts.deployment?.observeService((service) => {
      if (this.health.adopt(service)) parts.log.info({}, 'reporting is up again');
      this.#reportDown();
    });
  }

  canSend(category: Category): boolean {
    return !this.isStopped && !this.health.isPaused(category);
  }

  /** @param by in ms of the monotonic clock */
  isLikelyToEnd(by: number): boolean {
    const isLikely = performance.now() + 1.5 * this.#expectedMs + 100 < by;
    if (!isLikely) this.#expectedMs /= 2; // One slow attempt must not be the last one.
    return isLikely;
  }

  /** @param options.isLate It was kept before: services correct the sender's clock by the time of sending. */
  async send(envelope: Envelope, { isLate }: { isLate: boolean }): Promise<SendResult> {
    const { dsn, relay } = this.parts;
    const from = performance.now();
    const result = await relay(dsn.envelopeUrl, addressEnvelope(envelope, dsn, isLate ? new Date() : undefined));
    this.#expectedMs = performance.now() - from;
    this.#updateHealth(result, envelope.category);
    this.#record(result, envelope.eventId);
    return result;
  }

  #updateHealth(result: SendResult, category: Category): void {
    const { health } = this;
    const { log, deployment } = this.parts;
    if (result.limits) health.applyLimits(result.limits);
    const isOfService = result.state === 'retry' && !result.wasFrozen;
    const hasFailed = isOfService && ownRetryMs(result, category) === undefined;
    if (hasFailed) health.recordFailedAttempt(category);
    if (result.state !== 'retry') {
      if (health.recordResponse()) log.info({}, 'reporting is up again');
      deployment?.respond();
    }
    if (hasFailed || result.limits) deployment?.pause(health.pauses(), { hasFailed });
    this.#reportDown();
  }

  #reportDown(): void {
    if (this.health.markDownReported()) this.parts.log.warn({ since: this.health.downSince() }, 'reporting is down');
  }

  /** The caller keeps an envelope that has to be retried, and records it as queued. */
  #record(result: SendResult, eventId: string): void {
    if (result.state === 'sent') return this.parts.events.record(eventId, { state: 'sent' });
    const { status, reason, detail } = result;
    const next = result.state === 'dropped' ? 'dropped' : 'kept and tried again';
    this.parts.log.warn({ event: eventId, status, reason, detail, next }, 'event not delivered');
    if (result.state === 'dropped') this.parts.events.record(eventId, { state: 'dropped', reason });
  }
}
