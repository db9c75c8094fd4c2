import type { Category } from '../envelope/envelope.js';

/** For how many seconds the service wants nothing of a category, or of `all`. `other`: categories that are never sent from here. */
export type ServiceLimits = { [limited in Category | 'all' | 'other']?: number };

/** The headers of a response that limit further envelopes. */
export type LimitHeaders = { rateLimits?: string; retryAfter?: string; date?: string };

// The three forms of an HTTP date; the last has no zone and means UTC. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/;
const defaultPauseSeconds = 60;
const minOwnRetrySeconds = 5 * 60;
const maxSeconds = 24 * 60 * 60;

/**
 * Reads the limits that came with a response, whatever its status. `Retry-After` counts only where `X-Sentry-Rate-Limits`
 * names none, and a 429 that names nothing means a minute for everything.
 * @returns `undefined`: none. 0 seconds: a limit was named, and is over.
 * @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/
 */
export function readServiceLimits(status: number, headers: LimitHeaders, now?: number): ServiceLimits | undefined {
  const named = readRateLimits(headers.rateLimits);
  if (named) return named;
  const seconds =
    readRetryAfter(headers.retryAfter, headers.date, now) ?? (status === 429 ? defaultPauseSeconds : undefined);
  return seconds === undefined ? undefined : { all: Math.min(seconds, maxSeconds) };
}

/** `60:error;default:organization:reason, 2700::key`: no category means all. Of several limits on one category the longest counts. */
function readRateLimits(text = ''): ServiceLimits | undefined {
  const limits: ServiceLimits = {};
  for (const limit of text.replace(/\s/g, '').split(',')) {
    const [time = '', categories = ''] = limit.split(':');
    const seconds = readSeconds(time);
    if (seconds === undefined) continue;
    for (const limited of categories === '' ? (['all'] as const) : categories.split(';').map(limitedCategory)) {
      limits[limited] = Math.min(Math.max(seconds, limits[limited] ?? 0), maxSeconds);
    }
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** Sentry counts no event as `default` any more, least of all one with an exception: that is an `error`. */
function limitedCategory(name: string): Category | 'other' {
  return name === 'error' || name === 'feedback' ? name : 'other';
}

/**
 * For how many ms only this envelope has to wait, as long as the service wants and five minutes at least: a 429 that limits
 * only other categories says nothing about other envelopes of this one. `undefined`: the response holds for them, too.
 */
export function ownRetryMs(
  { status, limits }: { status?: number; limits?: ServiceLimits },
  category: Category,
): number | undefined {
  const isOnOther = status === 429 && limits?.all === undefined && limits?.[category] === undefined;
  return limits && isOnOther ? Math.max(minOwnRetrySeconds, ...Object.values(limits)) * 1_000 : undefined;
}

/**
 * Reads `Retry-After`: whole seconds from now, rounded up and never negative. A date counts from the response's own `date`,
 * so that the two clocks need not agree; without one from `now`, in milliseconds since the epoch.
 * @returns `undefined` for anything else: GlitchTip sends `None`.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter(text = '', date = '', now = Date.now()): number | undefined {
  const until = readDate(text.trim());
  if (until === undefined) return readSeconds(text);
  return Math.max(0, Math.ceil((until - (readDate(date.trim()) ?? now)) / 1000));
}

/** Seconds as an integer or a fraction, rounded up. */
function readSeconds(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Math.ceil(Number(text)) : undefined;
}

/** `Date.parse` alone accepts too much as a date: `5.5` is a day in May. */
function readDate(text: string): number | undefined {
  const [, end] = httpDate.exec(text) ?? [];
  if (end === undefined) return undefined;
  const time = Date.parse(end === ' GMT' ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
