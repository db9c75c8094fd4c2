import type { Envelope } from './envelope';
import type { EventStates } from './event-states';
import { createRetries } from './retries';
import type { Sender } from './sender';
import { ownRetrySeconds } from './service-limits';

const maxEnvelopes = 100;

/** Events of the server that could not be kept on disk. Envelopes of browsers are not kept here, so they cannot flood it. */
export class MemoryQueue {
  readonly #envelopes: Envelope[] = [];
  readonly #retries = createRetries<Envelope>();
  readonly #sender: Sender;
  readonly #events: EventStates;

  constructor({ sender, events }: { sender: Sender; events: EventStates }) {
    this.#sender = sender;
    this.#events = events;
  }

  add(envelope: Envelope): void {
    this.#envelopes.push(envelope);
    this.#events.record(envelope.eventId, { state: 'queued' });
    const oldest = this.#envelopes.length > maxEnvelopes ? this.#envelopes.shift() : undefined;
    if (oldest === undefined) return;
    this.#retries.forget(oldest);
    this.#events.drop(oldest.eventId, 'neither disk nor memory had room');
  }

  /** Sends every envelope that may be sent now, one after the other. */
  async drain(): Promise<void> {
    for (let envelope = this.#takeNext(); envelope; envelope = this.#takeNext()) {
      const result = await this.#sender.send(envelope, { isLate: true });
      if (result.state === 'retry') this.#putBack(envelope, ownRetrySeconds(result, envelope.category));
      else this.#retries.forget(envelope);
    }
  }

  #takeNext(): Envelope | undefined {
    const isReady = (one: Envelope) => this.#sender.canSend(one.category) && this.#retries.msLeft(one) === 0;
    const index = this.#envelopes.findIndex(isReady);
    return index === -1 ? undefined : this.#envelopes.splice(index, 1)[0];
  }

  #putBack(envelope: Envelope, retrySeconds: number | undefined): void {
    if (retrySeconds !== undefined) this.#retries.schedule(envelope, retrySeconds);
    this.#envelopes.unshift(envelope);
  }

  /** `Infinity`: nothing is kept here. */
  msUntilNext(): number {
    const { health } = this.#sender;
    const waits = this.#envelopes.map((one) => Math.max(health.pauseLeftMs(one.category), this.#retries.msLeft(one)));
    return Math.min(Infinity, ...waits);
  }

  count(): number {
    return this.#envelopes.length;
  }

  holds(eventId: string): boolean {
    return this.#envelopes.some((envelope) => envelope.eventId === eventId);
  }

  dropAll(reason: string): void {
    for (const { eventId } of this.#envelopes.splice(0)) this.#events.drop(eventId, reason);
  }
}
