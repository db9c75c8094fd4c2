/**
 * What became of one envelope at the service. Only `sent` means that the service has it.
 * `reason` is one of a handful of sentences of ours, fit to be counted; `detail` is what the service said.
 */
export type Outcome = {
  /** How long the service wants nothing at all: it may say so with any answer. */
  pauseSeconds?: number;
} & (
  | { state: 'sent' }
  /** The service will never take it. `status` is the service's own 4xx. */
  | { state: 'dropped'; status: number; reason: string; detail?: string }
  /** The service did not take it now: unreachable, slow, overloaded, or answering with something that is no answer. */
  | { state: 'refused'; status?: number; reason: string; detail?: string }
);

/** A service's answer, as far as it matters. */
export type Answer = { status: number; retryAfter?: string; rateLimits?: string; body: string };

const pauseAfter429Seconds = 60;
const longestPauseSeconds = 24 * 60 * 60;

/** What a service's answer means for the envelope it answers. */
export function judgeAnswer({ status, retryAfter, rateLimits, body }: Answer): Outcome {
  const asked = Math.max(readSeconds(retryAfter), ...readRateLimits(rateLimits));
  const seconds = Math.min(asked || (status === 429 ? pauseAfter429Seconds : 0), longestPauseSeconds);
  const pause = seconds > 0 ? { pauseSeconds: seconds } : {};

  if (status >= 200 && status < 300) return { state: 'sent', ...pause };
  const answer = { status, reason: `the service answered ${status}`, detail: detailIn(body), ...pause };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isFinal ? { state: 'dropped', ...answer } : { state: 'refused', ...answer };
}

/** The form with seconds, which is what the services send; anything else counts as nothing said. */
function readSeconds(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

/** @see https://develop.sentry.dev/sdk/foundations/transport/rate-limiting/ `60:error;default:organization, 2700::key` */
function readRateLimits(text = ''): number[] {
  return text.split(',').map((limit) => readSeconds(limit.split(':')[0]?.trim()));
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
