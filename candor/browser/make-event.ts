import {
  applyAggregateErrorsToEvent,
  getFilenameToDebugIdMap,
  normalize,
  truncate,
  type Breadcrumb,
  type ErrorEvent,
  type Event,
  type Exception,
  type FeedbackEvent,
} from '@sentry/core';
import { defaultStackParser, eventFromException, exceptionFromError } from '@sentry/nextjs';
import { newEventId } from '../digest';
import { release } from '../release';
import { scrubSecrets } from '../scrubbing/scrub';
import { scrubEvent } from '../scrubbing/scrub-event';
import { renameFrameFile } from '../sdk-options';
import type { BrowserFailure, CapturedReport, Feedback } from './report';

// The limits of the SDK's own client.
const maxCauses = 5;
const maxMessageLength = 2_048;
const maxDepth = 3;
const maxProperties = 1_000;

/**
 * The scrubbed event of a report, as the SDK's own client makes it: `make-envelope.test.ts` compares the two. The client is
 * left out because it also traces, logs, measures and counts sessions, and these are half of the SDK's bytes.
 */
export async function makeEvent(
  report: CapturedReport,
  { environment, traceId }: { environment: string; traceId: string },
): Promise<Event> {
  const shared = {
    event_id: report.eventId,
    timestamp: report.at.getTime() / 1000,
    platform: 'javascript',
    environment,
    release: report.release ?? release,
    request: { url: report.url, headers: { 'User-Agent': navigator.userAgent } },
  };
  const trace = { trace_id: traceId, span_id: newEventId().slice(16) };
  if ('words' in report) {
    const { contexts, ...feedback } = feedbackEvent(report);
    return { ...feedback, ...shared, contexts: { ...contexts, trace } };
  }
  return scrubEvent({ ...(await errorEvent(report)), ...shared, contexts: { trace } });
}

function feedbackEvent({ about, words, url }: Feedback): FeedbackEvent {
  const message = scrubSecrets(words); // E-mail addresses stay: the visitor may want a reply.
  return { type: 'feedback', level: 'info', contexts: { feedback: { message, url, associated_event_id: about } } };
}

async function errorEvent({ thrown, noticedBy, at, breadcrumbs }: BrowserFailure): Promise<ErrorEvent> {
  const { extra, ...event } = await eventFromException(defaultStackParser, thrown);
  const hint = { originalException: thrown };
  applyAggregateErrorsToEvent(exceptionFromError, defaultStackParser, 'cause', maxCauses, event, hint);
  const exceptions = event.exception?.values ?? [];
  const captured = exceptions.find(({ mechanism }) => mechanism?.exception_id === 0) ?? exceptions[0];
  if (captured) captured.mechanism = { ...captured.mechanism, handled: false, type: `candor.${noticedBy}` };
  const images = await renameFiles(exceptions);
  return {
    ...event,
    type: undefined,
    ...(breadcrumbs.length > 0 && {
      breadcrumbs: breadcrumbs.map((breadcrumb) => bounded(notLaterThan(at, breadcrumb))),
    }),
    ...(extra && { extra: normalize(extra, maxDepth, maxProperties) as typeof extra }),
    ...(images.length > 0 && { debug_meta: { images } }),
  };
}

const renameFile = (file: string) => file.replace(location.origin, 'app://');

/**
 * Renames the files of all frames to their names in the uploaded source maps.
 * @returns the debug ids of these files, under their new names. Only a build that uploads source maps has any.
 */
async function renameFiles(exceptions: Exception[]) {
  if (process.env.NODE_ENV === 'development') {
    await (await import('./development-frames')).resolveDevelopmentFrames(exceptions);
    return [];
  }
  const files = exceptions.flatMap(({ stacktrace }) => stacktrace?.frames?.map(({ filename = '' }) => filename) ?? []);
  for (const { stacktrace } of exceptions) {
    if (stacktrace) stacktrace.frames = stacktrace.frames?.map(renameFrameFile(renameFile));
  }
  const debugIds = getFilenameToDebugIdMap(defaultStackParser);
  return [...new Set(files)].flatMap((file) => {
    const debug_id = debugIds[file];
    return debug_id === undefined ? [] : { type: 'sourcemap' as const, code_file: renameFile(file), debug_id };
  });
}

function bounded({ message, data, ...breadcrumb }: Breadcrumb): Breadcrumb {
  return {
    ...breadcrumb,
    message: message && truncate(message, maxMessageLength),
    ...(data && { data: normalize(data, maxDepth, maxProperties) as typeof data }),
  };
}

/** A breadcrumb precedes its failure, even if the clock was set back in between. */
function notLaterThan(at: Date, breadcrumb: Breadcrumb): Breadcrumb {
  const latest = at.getTime() / 1000;
  return { ...breadcrumb, timestamp: Math.min(breadcrumb.timestamp ?? latest, latest) };
}
