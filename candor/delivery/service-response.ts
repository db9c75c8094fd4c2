import { readServiceLimits, type LimitHeaders, type ServiceLimits } from './service-limits';

/**
 * What became of one envelope at the service. Only `sent` means that the service has it.
 * `reason` is one of a handful of sentences of ours, fit to be counted; `detail` is what the service said.
 */
export type Outcome = {
  /** What the service wants nothing of, and for how long: it may say so with any response. */
  limits?: ServiceLimits;
} & (
  | { state: 'sent' }
  /** The service will never take it. `status` is the service's own 4xx. */
  | { state: 'dropped'; status: number; reason: string; detail?: string }
  /** The service did not take it now: unreachable, slow, overloaded, or answering with something that is no answer. */
  | { state: 'refused'; status?: number; reason: string; detail?: string }
);

/** A service's answer, as far as it matters. */
export type Answer = LimitHeaders & {
  status: number;
  body: string;
  /** Given before the envelope was sent whole, so that the service cannot have it, whatever it says. */
  isEarly?: boolean;
};

/** What a service's answer means for the envelope it answers. `now`: milliseconds since the epoch. */
export function judgeAnswer({ status, body, isEarly = false, ...headers }: Answer, now?: number): Outcome {
  const limits = readServiceLimits(status, headers, now);
  const limited = limits && { limits };

  if (status >= 200 && status < 300) {
    if (!isEarly) return { state: 'sent', ...limited };
    return { state: 'refused', status, reason: 'the service answered before it had the envelope', ...limited };
  }
  const answer = { status, reason: `the service answered ${status}`, detail: detailIn(body), ...limited };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isFinal ? { state: 'dropped', ...answer } : { state: 'refused', ...answer };
}

/** Sentry and GlitchTip say why in `detail`, Bugsink in `message`. */
function detailIn(body: string): string | undefined {
  try {
    const answer = JSON.parse(body) as { detail?: unknown; message?: unknown } | null;
    const said = answer?.detail ?? answer?.message;
    if (typeof said !== 'string') return undefined;
    return said.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, 200);
  } catch {
    return undefined; // A proxy's HTML, or nothing: the status has to do.
  }
}

/** What it means that no answer came. */
export function judgeSilence(error: unknown, timeoutMs: number): Outcome {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { state: 'refused', reason: `the service did not answer within ${timeoutMs / 1000} s` };
  }
  const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return { state: 'refused', reason: 'the service cannot be reached', detail };
}
