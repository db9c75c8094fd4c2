import http from 'node:http';
import https from 'node:https';

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

export type Relay = (envelopeUrl: string, envelope: Uint8Array) => Promise<Outcome>;

const defaultRetrySeconds = 30;
const maxAnswerLength = 16 * 1024;

const clients = {
  http: { request: http.request, agent: new http.Agent({ keepAlive: true, maxSockets: 64 }) },
  https: { request: https.request, agent: new https.Agent({ keepAlive: true, maxSockets: 64 }) },
};

/**
 * Posts envelopes to the reporting service, following no redirect: a followed 301 turns into a GET and looks like success.
 * Written on `node:http` because Next patches `fetch`, and because here every header that leaves is one named below.
 */
export function createRelay({ timeoutMs }: { timeoutMs: number }): Relay {
  return async (envelopeUrl, envelope) => {
    try {
      return judgeAnswer(await post(envelopeUrl, envelope, AbortSignal.timeout(timeoutMs)));
    } catch (error) {
      return { state: 'refused', ...unreachable(error, timeoutMs), retryAfterSeconds: defaultRetrySeconds };
    }
  };
}

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

function unreachable(error: unknown, timeoutMs: number): { reason: string; detail?: string } {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { reason: `the service did not answer within ${timeoutMs / 1000} s` };
  }
  const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return { reason: 'the service cannot be reached', detail };
}

type Answer = { status: number; retryAfter: string | undefined; body: string };

async function post(url: string, envelope: Uint8Array, signal: AbortSignal): Promise<Answer> {
  try {
    return await postOnce(url, envelope, signal);
  } catch (error) {
    // A kept connection that the service closed in the same moment: asked once more, on a connection of its own.
    if (error instanceof StaleConnectionError) return postOnce(url, envelope, signal, false);
    throw error;
  }
}

function postOnce(url: string, envelope: Uint8Array, signal: AbortSignal, mayReuse = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request, agent } = url.startsWith('https:') ? clients.https : clients.http;
    const headers = {
      'User-Agent': 'candor',
      'Content-Type': 'application/x-sentry-envelope',
      'Content-Length': envelope.byteLength,
    };
    const outgoing = request(url, { method: 'POST', agent: mayReuse && agent, signal, headers });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      reject(signal.aborted ? signal.reason : isStale ? new StaleConnectionError('closed', { cause: error }) : error);
    });
    outgoing.on('response', (response) => {
      let body = '';
      const answer = () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body });
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
        if (body.length < maxAnswerLength) return;
        answer(); // The status is the answer; an endless body adds nothing to it.
        response.destroy();
      });
      response.on('end', answer);
      response.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    });
    outgoing.end(envelope);
  });
}

class StaleConnectionError extends Error {}
