/** What became of one event, as far as this process knows. */
export type EventState =
  { state: 'sending' } | { state: 'sent' } | { state: 'dropped'; reason: string } | { state: 'unknown' };

export type DeliveryCounters = { sent: number; queued: number; dropped: Record<string, number> };

/** Keeps what became of every event: counters since the start, and the states of the last `remembered` events. */
export function createLedger({ remembered = 1000 } = {}) {
  const counters: DeliveryCounters = { sent: 0, queued: 0, dropped: {} };
  const states = new Map<string, EventState>();

  return {
    counters,
    /** `eventId` is undefined for an envelope that is about no event: it is only counted. */
    record(eventId: string | undefined, event: EventState): void {
      if (event.state === 'sent') counters.sent += 1;
      if (event.state === 'dropped') counters.dropped[event.reason] = (counters.dropped[event.reason] ?? 0) + 1;
      if (eventId === undefined) return;
      states.delete(eventId); // The newest stands last, so the first is the one to forget.
      states.set(eventId, event);
      const [oldest] = states.keys();
      if (states.size > remembered && oldest !== undefined) states.delete(oldest);
    },
    stateOf(eventId: string): EventState {
      return states.get(eventId) ?? { state: 'unknown' };
    },
  };
}
