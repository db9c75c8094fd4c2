import type { Category } from '../envelope/envelope.js';
import type { EventState } from '../shared/event-state.js';

export type ServiceState = Record<Category | 'all', number> & {
  /** For how many ms; `undefined`: it does not fail. */
  failingForMs?: number;
  /** Failed attempts since it last responded. Those that were in flight together count as one. */
  failures: number;
};

/** A limit within a time that begins with the first event or request. */
export type LimitWindow = { name: string; ms: number; limit: number };

/** `leftMs`: until the window ends. `isFirst`: nobody has logged yet that it is spent. */
export type Taken<Limit> = { state: 'taken' } | { state: 'spent'; window: Limit; leftMs: number; isFirst: boolean };

/**
 * Connects the instances of a deployment: each publishes the states of its events and what it found out about the service, and counts in
 * limits that hold for all together.
 * No method throws or rejects, or takes longer than a bounded time. While the store behind it is unavailable, each instance is on its own.
 */
export type Deployment = {
  /** `observer` is called whenever this instance learns the state of the service. */
  observeService(observer: (service: ServiceState) => void): void;

  /** In ms. */
  pause(forMs: Record<Category | 'all', number>, attempt: { hasFailed: boolean }): void;

  respond(): void;

  record(eventId: string, event: EventState): void;

  /** `undefined`: no instance has published a state, or the store is unavailable. */
  find(eventId: string): Promise<EventState | undefined>;

  /** Takes one from each window, or from none. `undefined`: the store is unavailable. */
  take<Limit extends LimitWindow>(windows: readonly Limit[]): Promise<Taken<Limit> | undefined>;

  /** Gives back one of each, which was not used. */
  refund(windows: readonly LimitWindow[]): void;

  settled(): Promise<void>;
};
