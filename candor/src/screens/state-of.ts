import type { EventState } from '../shared/event-state.js';
import type { BrowserReporter } from '../browser/create-reporter.js';
import { browserReporter } from '../browser/reporter.js';

// Constants, because React compares the states that it gets.
const unknown: EventState = { state: 'unknown' };
const dropped: EventState = { state: 'dropped', reason: 'too many were waiting' };
const queued: EventState = { state: 'queued' };
const sending: EventState = { state: 'sending' };

/** The state of an event of this page. Here, and not in the reporter, because only a page that shows it needs this. */
export function stateOf(eventId: string, { states, isSdkMissing }: BrowserReporter = browserReporter): EventState {
  const known = states.get(eventId);
  if (!known) return unknown;
  if ('state' in known) return known;
  if (known.isStored === undefined) return dropped;
  // A report that is not stored is lost with its page, so it is not called queued.
  return isSdkMissing() && known.isStored ? queued : sending;
}
