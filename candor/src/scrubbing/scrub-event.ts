import type { ErrorEvent, Event, Exception, StackFrame } from '#sentry/core';
import { masked } from './replace-secrets.js';
import { scrub, scrubSecrets } from './scrub.js';
import { scrubValues } from './scrub-values.js';

/** The request keeps only method, URL and browser, and the user only the id. Ids, releases and file names stay. */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { message, logentry, transaction, tags, extra, contexts, breadcrumbs, exception, request, user } = event;
  return {
    ...event,
    ...scrubFields({ message, logentry, transaction, tags, extra, contexts }),
    breadcrumbs: breadcrumbs?.map((breadcrumb) => scrubFields(breadcrumb)),
    exception: exception && { values: exception.values?.map(scrubException) },
    request: request && scrubRequest(request),
    user: user?.id === undefined ? undefined : { id: scrub(String(user.id)) },
  };
}

/** A feedback keeps the e-mail addresses that the visitor wrote, for a reply. */
export function scrubFeedback(event: Event): Event {
  const { contexts, ...scrubbed } = scrubEvent({ ...event, type: undefined });
  const feedback = scrubFields(event.contexts?.feedback, scrubSecrets);
  return { ...scrubbed, type: event.type, contexts: { ...contexts, feedback } };
}

function scrubException({ stacktrace, ...exception }: Exception): Exception {
  const frames = stacktrace?.frames?.map(scrubFrame);
  return { ...scrubFields(exception), ...(stacktrace && { stacktrace: { ...stacktrace, frames } }) };
}

/** An inline script has the page's URL as its file, with the query. */
function scrubFrame(frame: StackFrame): StackFrame {
  const { filename, abs_path } = frame;
  return { ...frame, filename: filename?.replace(query, ''), abs_path: abs_path?.replace(query, ''), vars: undefined };
}

function scrubRequest({ method, url, headers }: NonNullable<ErrorEvent['request']>): ErrorEvent['request'] {
  const browser = headers?.['User-Agent'];
  return {
    method,
    url: url && scrub(url.replace(query, '')),
    headers: browser === undefined ? undefined : { 'User-Agent': scrub(browser) },
  };
}

const query = /[?#][^]*$/; // Or the fragment.
const urlNames = ['url', 'from', 'to', 'href'];
const queryNames = ['query', 'query_string', 'http.query', 'http.fragment'];

function scrubFields<Fields>(fields: Fields, scrubText = scrub): Fields {
  return scrubValues(fields, (text, name) => {
    if (queryNames.includes(name)) return masked;
    return scrubText(urlNames.includes(name) ? text.replace(query, '') : text);
  }) as Fields;
}
