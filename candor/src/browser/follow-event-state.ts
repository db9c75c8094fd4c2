import { noteFeedback } from './feedback-setting.js';
import { isEventState, isFinal, type EventState } from '../shared/event-state.js';

// 30 s in all: longer than a server tries before it knows.
const pausesMs = [100, 200, 400, 800, 1_500, 3_000, 6_000, 8_000, 10_000];

/** Polls this server for the state of an event until the state is final or 30 s have passed. */
export async function followEventState(
  eventId: string,
  onState: (event: EventState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const pauseMs of pausesMs) {
    const event = await fetchEventState(eventId);
    if (signal.aborted) return;
    onState(event);
    if (isFinal(event) || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) return;
  }
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
    noteFeedback(event);
    return event;
  } catch (error) {
    console.warn('The state of the report could not be loaded.', error);
    return { state: 'unknown' };
  }
}
