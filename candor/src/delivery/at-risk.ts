import { BoundedMap } from '../shared/bounded-map.js';
import type { EventState } from '../shared/event-state.js';
import type { Log } from '../shared/log-messages.js';

const maxEvents = 10_000;

/** The events that only this process has: neither delivered, nor kept where something outlives it. */
export class AtRisk {
  readonly #events = new BoundedMap<string, true>(maxEvents);
  readonly #log: Pick<Log, 'warn'>;

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  add(eventId: string): void {
    this.#events.set(eventId, true);
  }

  delete(eventId: string): void {
    this.#events.delete(eventId);
  }

  /** Learns the state of an event: one that was sent, or that has its line as dropped, is at no risk any more. */
  update(eventId: string, { state }: EventState): void {
    if (state === 'sent' || state === 'dropped') this.#events.delete(eventId);
  }

  /** Logs each of them, once: if it is lost now, this line names it. */
  log(because: { reason: string; next: string }): void {
    for (const [event] of this.#events.takeAll()) this.#log.warn({ event, ...because }, 'event not delivered');
  }
}
