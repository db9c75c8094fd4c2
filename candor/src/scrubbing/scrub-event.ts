import type { Breadcrumb, ErrorEvent, Event, Exception, FeedbackEvent, StackFrame } from '#sentry/core';
import { masked } from './replace-secrets.js';
import { scrub, scrubSecrets } from './scrub.js';
import { scrubValues } from './scrub-values.js';

/** The request keeps only method, URL and browser, and the user only the id. Ids, releases and file names stay. */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { message, logentry, transaction, tags, extra, contexts, breadcrumbs, exception, request, user } = event;
  return {
    ...event,
    ...mapPresent({ message, logentry, transaction, tags, extra, contexts }, scrubFields),
    ...(breadcrumbs && { breadcrumbs: breadcrumbs.map((breadcrumb) => scrubFields(breadcrumb) as Breadcrumb) }),
    ...(exception && { exception: { values: exception.values?.map(scrubException) } }),
    ...(request && { request: scrubRequest(request) }),
    user: user?.id === undefined ? undefined : { id: scrub(String(user.id)) },
  };
}

/** A feedback keeps the e-mail address that the visitor wrote. */
export function scrubFeedback(event: Event): Event {
  const { contexts, ...scrubbed } = scrubEvent({ ...event, type: undefined });
  const feedback = scrubValues(event.contexts?.feedback, scrubSecrets) as FeedbackEvent['contexts']['feedback'];
  return { ...scrubbed, type: event.type, contexts: { ...contexts, feedback } };
}

function scrubException({ stacktrace, ...exception }: Exception): Exception {
  const frames = stacktrace?.frames?.map(scrubFrame);
  return { ...(scrubFields(exception) as Exception), ...(stacktrace && { stacktrace: { ...stacktrace, frames } }) };
}

/** An inline script has the page's URL as its file, with the query. */
function scrubFrame(frame: StackFrame): StackFrame {
  const { filename, abs_path } = frame;
  return {
    ...frame,
    filename: filename && withoutQuery(filename),
    abs_path: abs_path && withoutQuery(abs_path),
    vars: undefined,
  };
}

function scrubRequest({ method, url, headers }: NonNullable<ErrorEvent['request']>): ErrorEvent['request'] {
  const browser = headers?.['User-Agent'];
  return {
    ...mapPresent({ method, url: url && scrub(withoutQuery(url)) }, (text) => text),
    ...(browser !== undefined && { headers: { 'User-Agent': scrub(browser) } }),
  };
}

const urlNames = ['url', 'from', 'to', 'href'];
const queryNames = ['query', 'query_string', 'http.query', 'http.fragment'];

function scrubFields(value: unknown): unknown {
  return scrubValues(value, (text, name) => {
    if (queryNames.includes(name)) return masked;
    return scrub(urlNames.includes(name) ? withoutQuery(text) : text);
  });
}

function withoutQuery(url: string): string {
  return url.replace(/[?#][^]*$/, '');
}

function mapPresent<Fields extends Record<string, unknown>>(
  fields: Fields,
  map: (value: never, name: string) => unknown,
): Fields {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, map(value as never, name)])) as Fields;
}
