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
import { applySdkOptions } from '../shared/apply-sdk-options.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import { boundEvent } from './bound-event.js';
import { errorEvent } from './error-event.js';
import { renameFiles } from './frame-files.js';
import { IgnoredEvent } from './ignored-as.js';
import type { BrowserFailure, Feedback, Report, SdkEvent } from './report.js';
import { routePattern } from './route-pattern.js';

/**
 * The scrubbed event of a report, as the SDK's own client makes it: `make-envelope.test.ts` compares the two. The client is
 * left out because it also traces, logs, measures and counts sessions, and these are half of the SDK's bytes.
 * @param options the team's
 * @throws IgnoredEvent
 */
export async function makeEvent(
  report: Report,
  { environment, release, traceId }: { environment: string; release: string; traceId: string },
  options: SdkOptions = {},
): Promise<Event> {
  const event = 'words' in report ? feedbackEvent(report) : await eventOf(report);
  const made: Event = {
    timestamp: report.at.getTime() / 1000,
    platform: 'javascript',
    environment,
    release,
    request: { url: report.url, headers: { 'User-Agent': navigator.userAgent } },
    ...event,
    event_id: report.eventId,
    contexts: { ...event.contexts, trace: { trace_id: traceId, span_id: generateSpanId() } },
  };
  const hint = 'thrown' in report ? { originalException: report.thrown } : {};
  const applied = await applySdkOptions(made, hint, options, warnOfOption);
  if ('dropped' in applied) throw new IgnoredEvent(applied.dropped);
  return scrubMade(applied.event);
}

function warnOfOption(error: unknown) {
  console.warn('beforeSend of sentry.client.config failed: the event goes without it.', error);
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
