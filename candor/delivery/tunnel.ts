import type { RateLimit } from './rate-limit';
import { clientOf } from './client-address';
import type { Delivery } from './delivery';
import type { Log } from '../log-messages';
import { EnvelopeError, openEnvelope, type Envelope } from './envelope';
import type { EventBudget } from './event-budget';
import { readBody, type BodyLimits } from './read-body';

const bodyLimits: BodyLimits = {
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 10_000,
  firstBytesTimeoutMs: 3_000,
  bytesPerSecond: 1024, // A report has 3 to 20 kB, and even the slowest mobile networks carry more.
};

/**
 * Creates the tunnel: one envelope in, one response out. The request has no say in where the envelope goes. Only its body
 * is forwarded, and only status and reason of the service's response come back.
 */
export function createTunnel(options: {
  delivery: Pick<Delivery, 'accept'>;
  log: Log;
  rateLimit: RateLimit;
  budget: EventBudget;
  trustedProxyHops: number;
}): (request: Request) => Promise<Response> {
  const { delivery, log, rateLimit, budget, trustedProxyHops } = options;

  async function accept(request: Request): Promise<Response> {
    const read = await readBody(request.body, bodyLimits);
    if (read.state === 'too large') return errorResponse(413, 'The envelope is larger than 2 MiB.');
    if (read.state === 'too slow') return errorResponse(408, 'The envelope arrived too slowly.');
    if (read.state !== 'read') return errorResponse(400, 'The envelope did not arrive whole.');
    const envelope = openEnvelope(read.bytes);

    const verdict = budget.take();
    if (verdict.state === 'taken') return forward(envelope, verdict.giveBack);
    const { limit, per, retryAfterSeconds, isFirst } = verdict;
    if (isFirst) log.warn({ limit, per, retryAfterSeconds }, 'browser events limited');
    const error = `The limit of ${limit} events of browsers ${per === 'hour' ? 'an hour' : 'a day'} is reached.`;
    return errorResponse(429, error, { 'Retry-After': String(retryAfterSeconds) });
  }

  /** An event that is neither sent nor queued does not count against the budget. */
  async function forward(envelope: Envelope, giveBack: () => void): Promise<Response> {
    const id = envelope.eventId;
    const accepted = await delivery.accept(envelope);
    if (accepted.state !== 'sent' && accepted.state !== 'queued') giveBack();
    if (accepted.state === 'unavailable') {
      return errorResponse(503, accepted.error, { 'Retry-After': String(accepted.retryAfterSeconds) });
    }
    log.info({ event: id, state: accepted.state }, 'event accepted');
    if (accepted.state === 'dropped') return jsonResponse(accepted.status, { error: accepted.error, state: 'dropped' });
    return jsonResponse(accepted.state === 'sent' ? 200 : 202, { id, state: accepted.state });
  }

  return async (request) => {
    const { headers } = request;
    if (isCrossSite(headers)) return errorResponse(403, 'Envelopes are taken from this site only.');
    if (isEncoded(headers)) {
      return errorResponse(415, 'Envelopes are taken without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
    }
    const release = rateLimit.acquire(clientOf(headers, trustedProxyHops));
    if (release === undefined) return errorResponse(429, 'Too many envelopes at once.', { 'Retry-After': '1' });
    try {
      return await accept(request);
    } catch (error) {
      if (error instanceof EnvelopeError) return errorResponse(error.status, error.message);
      throw error;
    } finally {
      release();
    }
  };
}

export function errorResponse(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error }, headers);
}

export function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** Envelopes need no preflight, so any page can post one. Browsers say from which site; other clients say nothing. */
function isCrossSite(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('Origin');
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get('Host'));
}

/** The response to an encoded body: https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 */
function isEncoded(headers: Headers): boolean {
  const codings = (headers.get('Content-Encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== '' && coding !== 'identity');
}
