import type { Envelope } from '../envelope/envelope.js';
import type { EventStates } from './event-states.js';
import type { Readable } from './readable.js';
import type { Sender } from './sender.js';
import { ownRetryMs } from './service-limits.js';

const maxEnvelopes = 100;

/** `waitsUntil`: not to be sent before, in ms of a monotonic clock. */
type Waiting = { envelope: Envelope; waitsUntil: number };

/** Events of the server that could not be kept on disk. Envelopes of browsers are not kept here, so they cannot flood it. */
export class MemoryQueue {
  readonly #waiting: Waiting[] = [];
  readonly #sender: Sender;
  readonly #events: EventStates;
  readonly #readable: Readable;

  constructor({ sender, events, readable }: { sender: Sender; events: EventStates; readable: Readable }) {
    this.#sender = sender;
    this.#events = events;
    this.#readable = readable;
  }

  add(envelope: Envelope): void {
    this.#waiting.push({ envelope, waitsUntil: 0 });
    this.#events.record(envelope.eventId, { state: 'queued' });
    const oldest = this.#waiting.length > maxEnvelopes ? this.#waiting.shift() : undefined;
    if (oldest) this.#events.drop(oldest.envelope.eventId, 'neither disk nor memory had room');
  }

  /** Sends every envelope that may be sent now, one after the other, as long as it may begin with another one. */
  async drain(mayBegin = () => true): Promise<void> {
    for (let next = this.#takeNext(mayBegin); next; next = this.#takeNext(mayBegin)) {
      const envelope = await this.#readable(next.envelope, 'server');
      const result = await this.#sender.send(envelope, { isLate: true });
      if (result.state !== 'retry') continue;
      this.#waiting.unshift({ envelope, waitsUntil: performance.now() + (ownRetryMs(result, envelope.category) ?? 0) });
    }
  }

  #takeNext(mayBegin: () => boolean): Waiting | undefined {
    if (!mayBegin()) return undefined;
    const isReady = (one: Waiting) => this.#sender.canSend(one.envelope.category) && this.#msLeft(one) === 0;
    const index = this.#waiting.findIndex(isReady);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  #msLeft({ envelope, waitsUntil }: Waiting): number {
    return Math.max(0, this.#sender.health.pauseLeftMs(envelope.category), waitsUntil - performance.now());
  }

  /** `Infinity`: nothing is kept here. */
  msUntilNext(): number {
    return Math.min(Infinity, ...this.#waiting.map((one) => this.#msLeft(one)));
  }

  count(): number {
    return this.#waiting.length;
  }

  holds(eventId: string): boolean {
    return this.#waiting.some(({ envelope }) => envelope.eventId === eventId);
  }

  dropAll(reason: string): void {
    for (const { envelope } of this.#waiting.splice(0)) this.#events.drop(envelope.eventId, reason);
  }
}
