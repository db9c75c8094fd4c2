import { BoundedMap } from '../bounded-map';
import type { EventState } from '../event-state';

/** Keeps what became of every event: counters since the start, and the states of the last `remembered` events. */
export function createLedger({ remembered = 1000, now = () => performance.now() } = {}) {
  const counters = { sent: 0, dropped: {} as Record<string, number> };
  const entries = new BoundedMap<string, { since: number; event: EventState }>(remembered);
  let last: EventState | undefined;

  function remember(eventId: string, event: EventState) {
    const since = entries.get(eventId)?.since ?? now();
    entries.set(eventId, {
      since,
      event: event.state === 'sent' ? { ...event, afterMs: Math.round(now() - since) } : event,
    });
  }

  return {
    counters,
    /** `eventId` is undefined for an envelope that is about no event: it is only counted. */
    record(eventId: string | undefined, event: EventState): void {
      if (event.state === 'sent') counters.sent += 1;
      if (event.state === 'dropped') counters.dropped[event.reason] = (counters.dropped[event.reason] ?? 0) + 1;
      if (event.state !== 'sending' && event.state !== 'unknown') last = event;
      if (eventId !== undefined) remember(eventId, event);
    },
    stateOf: (eventId: string): EventState => entries.get(eventId)?.event ?? { state: 'unknown' },
    /** What became of the latest event of which something became. */
    last: () => last,
  };
}
