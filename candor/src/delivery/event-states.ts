import { BoundedMap } from '../shared/bounded-map.js';
import type { EventState } from '../shared/event-state.js';
import type { Log } from '../shared/log-messages.js';

type Options = {
  maxRemembered?: number;
  now?: () => number;
  /** Is called with each state that is recorded of an event. */
  publish?: (eventId: string, event: EventState) => void;
};

/** Counts events since the start, and remembers the states of the last `maxRemembered`. */
export class EventStates {
  readonly counters = { sent: 0, dropped: {} as Record<string, number> };
  readonly #states: BoundedMap<string, { since: number; event: EventState }>;
  readonly #log: Pick<Log, 'warn'>;
  readonly #now: () => number;
  readonly #publish: ((eventId: string, event: EventState) => void) | undefined;

  constructor(log: Pick<Log, 'warn'>, { maxRemembered = 1_000, now = () => performance.now(), publish }: Options = {}) {
    this.#log = log;
    this.#publish = publish;
    this.#now = now;
    this.#states = new BoundedMap(maxRemembered);
  }

  record(eventId: string, event: EventState): void {
    const { dropped } = this.counters;
    if (event.state === 'sent') this.counters.sent += 1;
    // eslint-disable-next-line candor/no-text-index -- One of the reasons in our code.
    if (event.state === 'dropped') dropped[event.reason] = (dropped[event.reason] ?? 0) + 1;
    const now = this.#now();
    const since = this.#states.get(eventId)?.since ?? now;
    const recorded = event.state === 'sent' ? { ...event, afterMs: Math.round(now - since) } : event;
    this.#states.set(eventId, { since, event: recorded });
    this.#publish?.(eventId, recorded);
  }

  /** Records an event as dropped, and logs it. */
  drop(eventId: string, reason: string, detail?: string): void {
    this.record(eventId, { state: 'dropped', reason });
    this.#log.warn({ event: eventId, reason, detail, next: 'dropped' }, 'event not delivered');
  }

  stateOf(eventId: string): EventState {
    return this.#states.get(eventId)?.event ?? { state: 'unknown' };
  }
}
