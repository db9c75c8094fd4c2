import type { Breadcrumb, ErrorEvent, Exception, StackFrame } from '@sentry/core';
import { masked } from './replace-secrets';
import { scrub } from './scrub';
import { scrubValues } from './scrub-values';

/**
 * The event as it may leave: every text that anybody can have put into it is scrubbed, of its request only method, address
 * and browser are left, and nothing is said of a user. Ids, releases and the names of files are not touched.
 */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { message, logentry, transaction, tags, extra, contexts, breadcrumbs, exception, request } = event;
  return {
    ...event,
    ...present({ message, logentry, transaction, tags, extra, contexts }, scrubFields),
    ...(breadcrumbs && { breadcrumbs: breadcrumbs.map((breadcrumb) => scrubFields(breadcrumb) as Breadcrumb) }),
    ...(exception && { exception: { values: exception.values?.map(scrubException) } }),
    ...(request && { request: scrubRequest(request) }),
    user: undefined,
  };
}

function scrubException({ stacktrace, ...exception }: Exception): Exception {
  const frames = stacktrace?.frames?.map(scrubFrame);
  return { ...(scrubFields(exception) as Exception), ...(stacktrace && { stacktrace: { ...stacktrace, frames } }) };
}

/** A script within a page has the page's address for its file, with its query. */
function scrubFrame({ filename, abs_path, ...frame }: StackFrame): StackFrame {
  return { ...frame, ...present({ filename, abs_path }, withoutQuery), vars: undefined };
}

function scrubRequest({ method, url, headers }: NonNullable<ErrorEvent['request']>): ErrorEvent['request'] {
  const browser = headers?.['User-Agent'];
  return {
    ...present({ method, url: url && scrub(withoutQuery(url)) }, (text) => text),
    ...(browser !== undefined && { headers: { 'User-Agent': scrub(browser) } }),
  };
}

const addressNames = ['url', 'from', 'to', 'href'];
const queryNames = ['query', 'query_string', 'http.query', 'http.fragment'];

function scrubFields(value: unknown): unknown {
  return scrubValues(value, (text, name) => {
    if (queryNames.includes(name)) return masked;
    return scrub(addressNames.includes(name) ? withoutQuery(text) : text);
  });
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

/** The fields that are there, mapped. */
function present<Fields extends Record<string, unknown>>(
  fields: Fields,
  map: (value: never, name: string) => unknown,
): Fields {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there.map(([name, value]) => [name, map(value as never, name)])) as Fields;
}
