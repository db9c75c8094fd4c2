import {
  applyScopeDataToEvent,
  generateSpanId,
  mergeScopeData,
  Scope,
  type Event,
  type FeedbackEvent,
  type ScopeData,
} from '#sentry/core';
import { scrubSecrets } from '../scrubbing/scrub.js';
import { scrubEvent } from '../scrubbing/scrub-event.js';
import { boundEvent } from './bound-event.js';
import { errorEvent } from './error-event.js';
import { renameFiles } from './frame-files.js';
import type { BrowserFailure, Feedback, Report, SdkEvent } from './report.js';
import { routePattern } from './route-pattern.js';

/**
 * The scrubbed event of a report, as the SDK's own client makes it: `make-envelope.test.ts` compares the two. The client is
 * left out because it also traces, logs, measures and counts sessions, and these are half of the SDK's bytes.
 */
export async function makeEvent(
  report: Report,
  { environment, traceId }: { environment: string; traceId: string },
): Promise<Event> {
  const event = 'words' in report ? feedbackEvent(report) : await eventOf(report);
  return scrubMade({
    timestamp: report.at.getTime() / 1000,
    platform: 'javascript',
    environment,
    release: report.release,
    request: { url: report.url, headers: { 'User-Agent': navigator.userAgent } },
    ...event,
    event_id: report.eventId,
    contexts: { ...event.contexts, trace: { trace_id: traceId, span_id: generateSpanId() } },
  });
}

function feedbackEvent({ about, words, url }: Feedback): FeedbackEvent {
  const feedback = { message: words, url, associated_event_id: about };
  return { type: 'feedback', level: 'info', contexts: { feedback } };
}

async function eventOf(report: BrowserFailure | SdkEvent): Promise<Event> {
  const event = 'event' in report ? report.event : await errorEvent(report);
  const images = await renameFiles(event.exception?.values ?? []);
  const made = {
    ...event,
    transaction: event.transaction ?? routePattern(report),
    breadcrumbs: [...report.breadcrumbs, ...(event.breadcrumbs ?? [])],
    ...(images.length > 0 && { debug_meta: { images } }),
  };
  return boundEvent(withScopes(made, report.scopes ?? []), report.at);
}

/** The event with the application's own tags, user and the like. */
function withScopes(event: Event, scopes: ScopeData[]): Event {
  const all = new Scope().getScopeData();
  for (const scope of scopes) mergeScopeData(all, scope);
  const made = { ...event };
  applyScopeDataToEvent(made, all);
  return made;
}

/** Of feedback only secrets are masked, and the URL loses its query: e-mail addresses stay, because the visitor may want a reply. */
function scrubMade({ contexts: { feedback, ...contexts } = {}, ...event }: Event): Event {
  const scrubbed = scrubEvent({ ...event, type: undefined, contexts });
  if (!feedback) return scrubbed;
  const { message } = feedback;
  const scrubbedFeedback = { ...feedback, message: scrubSecrets(String(message)), url: event.request?.url };
  return { ...scrubbed, type: 'feedback', contexts: { ...scrubbed.contexts, feedback: scrubbedFeedback } };
}
