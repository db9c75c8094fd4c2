import type { Category } from './envelope';
import { readRetryAfter, readSeconds } from './retry-after';

/** For how many seconds the service takes nothing of a category, or nothing `all`. `other`: of what is never sent from here. */
export type ServiceLimits = { [limited in Category | 'all' | 'other']?: number };

/** The headers of a response that limit what may be sent next. */
export type LimitHeaders = { rateLimits?: string; retryAfter?: string; date?: string };

const unnamedSeconds = 60;
const maxSeconds = 24 * 60 * 60;

/**
 * Reads the limits that came with a response, whatever its status. `Retry-After` counts only where `X-Sentry-Rate-Limits`
 * names none, and a 429 without a word means a minute for everything.
 * @returns `undefined`: none. 0 seconds: now, but it was named.
 * @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/
 */
export function readServiceLimits(status: number, headers: LimitHeaders, now?: number): ServiceLimits | undefined {
  const named = readRateLimits(headers.rateLimits);
  if (named) return named;
  const seconds =
    readRetryAfter(headers.retryAfter, headers.date, now) ?? (status === 429 ? unnamedSeconds : undefined);
  return seconds === undefined ? undefined : { all: Math.min(seconds, maxSeconds) };
}

/** `60:error;default:organization:reason, 2700::key`: no category is all of them. Of several limits on one the longest counts. */
function readRateLimits(text = ''): ServiceLimits | undefined {
  const limits: ServiceLimits = {};
  for (const limit of text.replace(/\s/g, '').split(',')) {
    const [time = '', categories = ''] = limit.split(':');
    const seconds = readSeconds(time);
    if (seconds === undefined) continue;
    for (const limited of categories === '' ? (['all'] as const) : categories.split(';').map(limitedBy)) {
      limits[limited] = Math.min(Math.max(seconds, limits[limited] ?? 0), maxSeconds);
    }
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** `default` is what Sentry counts no event as any more, and least of all one with an exception: that is an `error`. */
function limitedBy(name: string): Category | 'other' {
  return name === 'error' || name === 'feedback' ? name : 'other';
}

/**
 * For how many seconds an envelope of this category waits alone: a 429 that limits only something else says nothing of other
 * envelopes. `undefined`: what it was refused for holds for others, too.
 */
export function secondsAlone(
  { status, limits }: { status?: number; limits?: ServiceLimits },
  category: Category,
): number | undefined {
  const isOnOther = status === 429 && limits?.all === undefined && limits?.[category] === undefined;
  return limits && isOnOther ? Math.max(...Object.values(limits)) : undefined;
}
