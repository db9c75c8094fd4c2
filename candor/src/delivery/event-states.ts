import { BoundedMap } from '../shared/bounded-map.js';
import type { EventState } from '../shared/event-state.js';
import type { Log } from '../shared/log-messages.js';

/** Counts events since the start, remembers the states of the last thousand, and those that only this process has. */
export class EventStates {
  readonly counters: { sent: number; dropped: Record<string, number> } = { sent: 0, dropped: {} };
  readonly #states = new BoundedMap<string, { since: number; event: EventState }>(1_000);
  /** Neither delivered, nor kept where something outlives this process. */
  readonly #atRisk = new BoundedMap<string, true>(10_000);

  constructor(
    private readonly log: Pick<Log, 'warn'>,
    private readonly publish: (eventId: string, event: EventState) => void = () => {},
  ) {}

  record(eventId: string, event: EventState): void {
    const { dropped } = this.counters;
    if (event.state === 'sent') this.counters.sent += 1;
    // eslint-disable-next-line candor/no-text-index -- One of the reasons in our code.
    if (event.state === 'dropped') dropped[event.reason] = (dropped[event.reason] ?? 0) + 1;
    if (event.state === 'sent' || event.state === 'dropped') this.outlives(eventId);
    const now = performance.now();
    const { since = now, event: known } = this.#states.get(eventId) ?? {};
    if (known?.state === 'sent') return; // Whatever becomes of what is posted again.
    const recorded = event.state === 'sent' ? { ...event, afterMs: Math.round(now - since) } : event;
    this.#states.set(eventId, { since, event: recorded });
    this.publish(eventId, recorded);
  }

  /** Adopts what another instance has recorded. */
  learn(eventId: string, event: EventState): void {
    this.#states.set(eventId, { since: performance.now(), event });
  }

  drop(eventId: string, reason: string, detail?: string): void {
    this.record(eventId, { state: 'dropped', reason });
    this.log.warn({ event: eventId, reason, detail, next: 'dropped' }, 'event not delivered');
  }

  stateOf(eventId: string): EventState {
    return this.#states.get(eventId)?.event ?? { state: 'unknown' };
  }

  isAtRisk(eventId: string): void {
    this.#atRisk.set(eventId, true);
  }

  outlives(eventId: string): void {
    this.#atRisk.delete(eventId);
  }

  /** If an event is lost now, this line names it. */
  logAtRisk(because: { reason: string; next: string }): void {
    for (const [event] of this.#atRisk.takeAll()) this.log.warn({ event, ...because }, 'event not delivered');
  }
}
