/**
 * What became of one envelope. Only `sent` means that the service has it.
 * `reason` is one of a handful of sentences of ours, fit to be counted; `detail` is what the service said.
 */
export type Outcome =
  | { state: 'sent' }
  /** The service will never take it. `status` is the service's own 4xx. */
  | { state: 'dropped'; status: number; reason: string; detail?: string }
  /** The service did not take it now: unreachable, slow, overloaded, or answering with something that is no answer. */
  | { state: 'refused'; status?: number; reason: string; detail?: string; retryAfterSeconds: number };

/** A service's answer, as far as it matters. */
export type Answer = { status: number; retryAfter: string | undefined; body: string };

const defaultRetrySeconds = 30;

/** What a service's answer means for the envelope it answers. */
export function judgeAnswer({ status, retryAfter, body }: Answer): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  const answer = { status, reason: `the service answered ${status}`, detail: detailIn(body) };
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) return { state: 'dropped', ...answer };
  return { state: 'refused', ...answer, retryAfterSeconds: readRetryAfter(retryAfter) };
}

/** The form with seconds, which is what the services send; anything else counts as nothing said. */
function readRetryAfter(seconds: string | undefined): number {
  return /^\d{1,5}$/.test(seconds ?? '') ? Math.max(1, Number(seconds)) : defaultRetrySeconds;
}

/** Sentry, GlitchTip and Bugsink all say why in `detail`. */
function detailIn(body: string): string | undefined {
  try {
    const answer = JSON.parse(body) as { detail?: unknown } | null;
    return typeof answer?.detail === 'string' ? answer.detail.slice(0, 200) : undefined;
  } catch {
    return undefined; // A proxy's HTML, or nothing: the status has to do.
  }
}

/** What it means that no answer came. */
export function judgeSilence(error: unknown, timeoutMs: number): Outcome {
  return { state: 'refused', ...describeSilence(error, timeoutMs), retryAfterSeconds: defaultRetrySeconds };
}

function describeSilence(error: unknown, timeoutMs: number): { reason: string; detail?: string } {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { reason: `the service did not answer within ${timeoutMs / 1000} s` };
  }
  const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return { reason: 'the service cannot be reached', detail };
}
