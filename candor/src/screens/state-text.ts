import type { EventState } from '../shared/event-state.js';
import { formatText } from '../shared/format-text.js';
import type { Spoken } from '../shared/spoken.js';

/** What has become of an event, in the visitor's words. The reason for which it was dropped is the service's. */
export function stateText(event: EventState, { words, lang }: Spoken): string {
  return event.state === 'dropped' ? formatText(words.dropped, { reason: event.reason }, lang) : words[event.state];
}
