import { isEventState, isFinal, type EventState } from '../shared/event-state.js';

// 30 s in all: a server knows sooner.
const pausesMs = [100, 200, 400, 800, 1_500, 3_000, 6_000, 8_000, 10_000];

/** Polls this server until the state is final, `isFollowed` says no, or 30 s have passed. @returns the latest state */
export async function followEventState(eventId: string, isFollowed: (event: EventState) => boolean) {
  let event: EventState = { state: 'unknown' };
  for (const pauseMs of pausesMs) {
    event = await fetchEventState(eventId);
    if (!isFollowed(event) || isFinal(event)) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return event;
}

async function fetchEventState(eventId: string): Promise<EventState> {
  try {
    const response = await fetch(`${CANDOR_TUNNEL}?event=${eventId}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`${CANDOR_TUNNEL} responded with ${response.status}`);
    const event: unknown = await response.json();
    if (!isEventState(event)) throw new TypeError('The response is not the state of an event.');
    return event;
  } catch (error) {
    console.warn('The state of the report could not be loaded.', error);
    return { state: 'unknown' };
  }
}
