import { applyScopeDataToEvent, eventFiltersIntegration, generateSpanId, mergeScopeData, Scope } from '#sentry/core';
import type { Client, Event, FeedbackEvent } from '#sentry/core';
import { defaultStackParser } from '@sentry/nextjs';
import { scrubEvent, scrubFeedback } from '../scrubbing/scrub-event.js';
import { applySdkOptions } from '../shared/apply-sdk-options.js';
import type { SdkOptions } from '../shared/define-sdk-options.js';
import type { IgnoredError } from '../shared/ignored-errors.js';
import { boundEvent } from './bound-event.js';
import { errorEvent, notLoaded } from './error-event.js';
import { originOf, renameFiles } from './frame-files.js';
import type { BrowserFailure, Feedback, Report, SdkEvent } from './report.js';
import { routePattern } from '../internals/browser/route-pattern.js';
import { verdictOfError, type ErrorVerdict, type Origin } from './verdict.js';

export class IgnoredEvent extends Error {
  constructor(readonly reason: IgnoredError) {
    super(reason);
  }
}

/** The scrubbed event of a report as the SDK's client makes it, without half of its bytes: make-event.test.ts. @throws IgnoredEvent */
export async function makeEvent(
  report: Report,
  { environment, release, traceId }: { environment: string; release: string; traceId: string },
  options: SdkOptions = {},
): Promise<Event> {
  const event = 'words' in report ? feedbackEvent(report) : await eventOf(report, options);
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
  const applied = await applySdkOptions(made, hint, options, (error) =>
    console.warn('beforeSend of sentry.client.config failed: the event goes without it.', error),
  );
  if ('dropped' in applied) throw new IgnoredEvent(applied.dropped);
  if (applied.event.type === 'feedback') return scrubFeedback(applied.event);
  return scrubEvent({ ...applied.event, type: undefined });
}

function feedbackEvent({ about, words, url }: Feedback): FeedbackEvent {
  const feedback = { message: words, url, associated_event_id: about };
  return { type: 'feedback', level: 'info', contexts: { feedback } };
}

async function eventOf(report: BrowserFailure | SdkEvent, options: SdkOptions): Promise<Event> {
  const event = 'event' in report ? report.event : await errorEvent(report);
  const { images, origins } = renameFiles(event.exception?.values ?? []);
  const verdict = judge(event, report, origins, options);
  if (verdict.is === 'ignored') throw new IgnoredEvent(verdict.reason);
  const mark = marks[verdict.is];
  const made: Event = {
    ...event,
    ...mark,
    ...(mark.tags && { tags: { ...event.tags, ...mark.tags } }),
    transaction: event.transaction ?? routePattern(report),
    breadcrumbs: [...report.breadcrumbs, ...(event.breadcrumbs ?? [])],
    ...(images.length > 0 && { debug_meta: { images } }),
  };
  const scopes = new Scope().getScopeData();
  for (const scope of report.scopes ?? []) mergeScopeData(scopes, scope);
  applyScopeDataToEvent(made, scopes);
  return boundEvent(made, report.at);
}

const marks: Record<Exclude<ErrorVerdict['is'], 'ignored'>, Pick<Event, 'level' | 'tags' | 'fingerprint'>> = {
  failure: {},
  unknown: { level: 'warning', tags: { origin: 'unknown' } },
  translated: { level: 'warning', tags: { translated: true }, fingerprint: ['a translated page'] },
};

// Marks of Google's, Microsoft's and Yandex's translators.
const translated = 'html[class*="translated-"], font > font, [_msttexthash], ya-tr-span';

const filters = eventFiltersIntegration();

function judge(event: Event, report: BrowserFailure | SdkEvent, ofFrames: Origin[], options: SdkOptions): ErrorVerdict {
  const { type = '', value = '' } = event.exception?.values?.at(-1) ?? {};
  // For a DOMException without a stack, the SDK writes the name before the message.
  const [, name = type, message = value] =
    ofFrames.length > 0 ? [] : (/^(\w+Error): ([^]*)/.exec(value.slice(0, 500)) ?? []);
  const { noticedBy, file = '' } = 'thrown' in report ? report : { noticedBy: 'sdk' as const };
  const origins = ofFrames.length > 0 || !('thrown' in report) ? ofFrames : originsOfObject(report.thrown);
  const verdict = verdictOfError({
    type: name,
    message,
    noticedBy,
    origins: origins.length > 0 || file === '' ? origins : [originOf(file)],
    isTranslated: document.querySelector(translated) !== null,
    isFiltered: !filters.processEvent?.(event, {}, withoutOptions()),
  });
  const isWanted = verdict.is === 'ignored' && options.reportAlso?.some((reason) => reason === verdict.reason);
  return isWanted ? { is: 'failure' } : verdict;
}

/** Some code rejects with an object that has a stack: https://github.com/getsentry/sentry/pull/119463 */
function originsOfObject(thrown: unknown): Origin[] {
  try {
    if (notLoaded(thrown) !== undefined) return ['site']; // Its element is on this page.
    const { stack } = Object(thrown) as { stack?: unknown };
    return typeof stack === 'string' ? defaultStackParser(stack).map(({ filename }) => originOf(filename)) : [];
  } catch {
    return []; // It cannot be read: its event says so.
  }
}

/** The filters ask a client for its options. A function, because the compiler of Next 16.2 loses a constant that has one method. */
function withoutOptions(): Client {
  return { getOptions: () => ({}) } as Client;
}
