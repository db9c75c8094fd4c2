import type { Category } from '../envelope/envelope.js';
import { parseObject } from '../envelope/envelope-items.js';
import { codeOf } from '../shared/error-parts.js';

/** The result of one attempt. `reason` is one of a few sentences of ours, safe to count; `detail` is the service's own text. */
export type SendResult = {
  /** For how long the service wants nothing, and of which category: any response may say so. */
  limits?: ServiceLimits;
} & (
  | { state: 'sent' }
  /** The service will never accept it. `status` is the service's own 4xx. */
  | { state: 'dropped'; status: number; reason: string; detail?: string }
  /** The service did not accept it now. `wasFrozen`: this process did not run, which says nothing about the service. */
  | { state: 'retry'; status?: number; reason: string; detail?: string; wasFrozen?: boolean }
);

export type ServiceResponse = {
  status: number;
  body: string;
  rateLimits?: string;
  retryAfter?: string;
  /** It came before the whole envelope was sent, so the service cannot have it, whatever the status says. */
  isEarly?: boolean;
};

export function classifyResponse(response: ServiceResponse): SendResult {
  const { status, body, isEarly = false } = response;
  const limits = readServiceLimits(response);
  const limited = limits && { limits };
  if (status >= 200 && status < 300) {
    if (!isEarly) return { state: 'sent', ...limited };
    return { state: 'retry', status, reason: 'the service responded before it had the envelope', ...limited };
  }
  const failure = { status, reason: `the service responded with ${status}`, detail: readDetail(body), ...limited };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isFinal ? { state: 'dropped', ...failure } : { state: 'retry', ...failure };
}

/** Sentry and GlitchTip say why in `detail`, Bugsink in `message`. */
function readDetail(body: string): string | undefined {
  try {
    const { detail, message } = parseObject(Buffer.from(body), 'The response');
    const text = detail ?? message;
    return typeof text === 'string' ? text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, 200) : undefined;
  } catch {
    return undefined; // A proxy's HTML, or nothing: the status has to do.
  }
}

export function classifyNoResponse(error: unknown, timeoutMs: number, wasFrozen: boolean): SendResult {
  if (wasFrozen) return { state: 'retry', reason: 'this process was frozen before the service responded', wasFrozen };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { state: 'retry', reason: `the service did not respond within ${timeoutMs / 1000} s` };
  const detail = codeOf(error) ?? String(error);
  return { state: 'retry', reason: 'the service cannot be reached', detail };
}

/** For how many seconds the service wants nothing of a category, or of `all`. `other`: categories that are never sent from here. */
export type ServiceLimits = { [limited in Category | 'all' | 'other']?: number };

const defaultPauseSeconds = 60;
const minOwnRetrySeconds = 5 * 60;
const maxSeconds = 24 * 60 * 60;

/**
 * `Retry-After` counts only where `X-Sentry-Rate-Limits` names no limit, and a 429 that names nothing means a minute for everything.
 * @returns 0 seconds: a limit was named, and is over.
 * @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/
 */
function readServiceLimits({ status, rateLimits, retryAfter }: ServiceResponse): ServiceLimits | undefined {
  const named = readRateLimits(rateLimits);
  if (named) return named;
  const seconds = readSeconds(retryAfter) ?? (status === 429 ? defaultPauseSeconds : undefined);
  return seconds === undefined ? undefined : { all: Math.min(seconds, maxSeconds) };
}

/** `60:error;default:organization:reason, 2700::key`: no category means all. Of several limits on one category the longest counts. */
function readRateLimits(text = ''): ServiceLimits | undefined {
  const limits: ServiceLimits = {};
  for (const limit of text.replace(/\s/g, '').split(',')) {
    const [time = '', categories = ''] = limit.split(':');
    const seconds = readSeconds(time);
    if (seconds === undefined) continue;
    for (const name of categories.split(';')) {
      // Sentry counts no event as `default` any more, least of all one with an exception: that is an `error`.
      const category = name === 'error' || name === 'feedback' ? name : 'other';
      const limited = categories === '' ? 'all' : category;
      limits[limited] = Math.min(Math.max(seconds, limits[limited] ?? 0), maxSeconds);
    }
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

/** For how long only this envelope has to wait: a 429 that limits other categories says nothing about other envelopes of its own. */
export function ownRetryMs(result: SendResult, category: Category): number | undefined {
  const { limits } = result;
  if (result.state !== 'retry' || result.status !== 429 || !limits) return undefined;
  const isOnOther = limits.all === undefined && limits[category] === undefined;
  return isOnOther ? Math.max(minOwnRetrySeconds, ...Object.values(limits)) * 1_000 : undefined;
}

/** Seconds, as services send them: a date in `Retry-After` gives none, and neither does GlitchTip's `None`. */
function readSeconds(text = ''): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Math.ceil(Number(text)) : undefined;
}
