import type { Category } from '../envelope/envelope.js';
import type { EventState } from '../shared/event-state.js';

/** The findings of the instances about the service: for how many ms it wants a pause, and whether it fails. */
export type ServiceState = Record<Category | 'all', number> & {
  /** For how many ms; `undefined`: it does not fail. */
  failingForMs?: number;
  /** How many attempts have failed since it last responded. Those that were in flight together count as one. */
  failures: number;
};

/** A limit within a time that begins with the first event or request. */
export type LimitWindow = { name: string; ms: number; limit: number };

/** `leftMs`: until the window ends. `isFirst`: nobody has logged yet that it is spent. */
export type Taken<Limit> = { state: 'taken' } | { state: 'spent'; window: Limit; leftMs: number; isFirst: boolean };

/**
 * Connects the instances of a deployment beside their outbox: each publishes the states of its events and its findings about
 * the service, and counts in limits that hold for all together.
 *
 * No method throws or rejects, or takes longer than a bounded time. While the store behind it is unavailable each instance
 * knows its own events and findings, and counts by itself.
 */
export type Deployment = {
  /** `observer` is called with the findings of all instances, whenever this one learns of them. */
  observeService(observer: (service: ServiceState) => void): void;

  /** Publishes for how many ms the service wants a pause, and whether an attempt has failed. */
  pause(forMs: Record<Category | 'all', number>, attempt: { hasFailed: boolean }): void;

  /** Publishes that the service responds, if any instance had published that it fails. */
  respond(): void;

  /** Publishes the state of an event, at once or when the store is available again. */
  record(eventId: string, event: EventState): void;

  /** The state that any instance has published of an event. `undefined`: none has, or the store is unavailable. */
  find(eventId: string): Promise<EventState | undefined>;

  /** Takes one from each of these windows, or from none. `undefined`: the store is unavailable. */
  take<Limit extends LimitWindow>(windows: readonly Limit[]): Promise<Taken<Limit> | undefined>;

  /** Refunds one of each, which was not used. */
  refund(windows: readonly LimitWindow[]): void;

  /** Resolves when everything is published, or cannot be now. */
  settled(): Promise<void>;
};
