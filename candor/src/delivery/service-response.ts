import { parseObject } from '../envelope/envelope-items.js';
import { readServiceLimits, type LimitHeaders, type ServiceLimits } from './service-limits.js';

/**
 * The result of one attempt to send an envelope. Only `sent` means that the service has it.
 * `reason` is one of a handful of sentences of ours, safe to count; `detail` is the service's own text.
 */
export type SendResult = {
  /** For how long the service wants nothing, and of which category: any response may say so. */
  limits?: ServiceLimits;
} & (
  | { state: 'sent' }
  /** The service will never accept it. `status` is the service's own 4xx. */
  | { state: 'dropped'; status: number; reason: string; detail?: string }
  /**
   * The service did not accept it now: it is unreachable, slow, overloaded, or its response makes no sense. `wasFrozen`: this process
   * did not run for a while, which breaks connections and says nothing about the service.
   */
  | { state: 'retry'; status?: number; reason: string; detail?: string; wasFrozen?: boolean }
);

/** The parts of a service's response that matter here. */
export type ServiceResponse = LimitHeaders & {
  status: number;
  body: string;
  /** It came before the whole envelope was sent, so the service cannot have it, whatever the status says. */
  isEarly?: boolean;
};

/** Classifies a service's response. `now`: milliseconds since the epoch. */
export function classifyResponse(response: ServiceResponse, now?: number): SendResult {
  const { status, body, isEarly = false, ...headers } = response;
  const limits = readServiceLimits(status, headers, now);
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

/** Classifies a missing response. `wasFrozen`: this process did not run for a part of the time. */
export function classifyNoResponse(error: unknown, timeoutMs: number, wasFrozen = false): SendResult {
  if (wasFrozen) return { state: 'retry', reason: 'this process was frozen before the service responded', wasFrozen };
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { state: 'retry', reason: `the service did not respond within ${timeoutMs / 1000} s` };
  }
  const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return { state: 'retry', reason: 'the service cannot be reached', detail };
}
