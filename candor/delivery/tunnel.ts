import type { Admission } from './rate-limit';
import { clientOf } from './client-address';
import type { Delivery } from './delivery';
import type { Log } from '../log-messages';
import { EnvelopeError, openEnvelope, type Envelope } from './envelope';
import type { EventBudget } from './event-budget';
import { readBody, type BodyLimits } from './read-body';

const bodyLimits: BodyLimits = {
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 10_000,
  firstMs: 3_000,
  bytesPerSecond: 1024, // A report has 3 to 20 kB, and the slowest of mobile networks carry more.
};

/**
 * Makes the tunnel: one envelope in, one answer out. The request says nothing about where the envelope goes, and nothing
 * but its body goes on; nothing of the service's answer but its status and reason comes back.
 */
export function createTunnel(options: {
  delivery: Delivery;
  log: Log;
  admission: Admission;
  budget: EventBudget;
  trustedProxyHops: number;
}): (request: Request) => Promise<Response> {
  const { delivery, log, admission, budget, trustedProxyHops } = options;

  async function accept(request: Request): Promise<Response> {
    const read = await readBody(request.body, bodyLimits);
    if (read.state === 'too large') return refuse(413, 'The envelope is larger than 2 MiB.');
    if (read.state === 'too slow') return refuse(408, 'The envelope arrived too slowly.');
    if (read.state !== 'read') return refuse(400, 'The envelope did not arrive whole.');
    const envelope = openEnvelope(read.bytes);

    const verdict = budget.take();
    if (verdict.state === 'taken') return forward(envelope, verdict.giveBack);
    const { limit, per, retryAfterSeconds, isFirst } = verdict;
    if (isFirst) log.warn({ limit, per, retryAfterSeconds }, 'browser events limited');
    const error = `The limit of ${limit} events of browsers ${per === 'hour' ? 'an hour' : 'a day'} is reached.`;
    return refuse(429, error, { 'Retry-After': String(retryAfterSeconds) });
  }

  /** Of the budget only what the service took, or will be given, is spent. */
  async function forward(envelope: Envelope, giveBack: () => void): Promise<Response> {
    const id = envelope.eventId;
    const accepted = await delivery.accept(envelope);
    if (accepted.state !== 'sent' && accepted.state !== 'queued') giveBack();
    if (accepted.state === 'unavailable') {
      return refuse(503, accepted.error, { 'Retry-After': String(accepted.retryAfterSeconds) });
    }
    log.info({ event: id, state: accepted.state }, 'event accepted');
    if (accepted.state === 'dropped') return answer(accepted.status, { error: accepted.error, state: 'dropped' });
    return answer(accepted.state === 'sent' ? 200 : 202, { id, state: accepted.state });
  }

  return async (request) => {
    const { headers } = request;
    if (isFromElsewhere(headers)) return refuse(403, 'Envelopes are taken from this site only.');
    if (isEncoded(headers)) {
      return refuse(415, 'Envelopes are taken without a Content-Encoding.', { 'Accept-Encoding': 'identity' });
    }
    const leave = admission.enter(clientOf(headers, trustedProxyHops));
    if (leave === undefined) return refuse(429, 'Too many envelopes at once.', { 'Retry-After': '1' });
    try {
      return await accept(request);
    } catch (error) {
      if (error instanceof EnvelopeError) return refuse(error.status, error.message);
      throw error;
    } finally {
      leave();
    }
  };
}

export function refuse(status: number, error: string, headers?: Record<string, string>): Response {
  return answer(status, { error }, headers);
}

export function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** Envelopes need no preflight, so any page may post one: browsers say from where, and what is no browser says nothing. */
function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('Origin');
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== headers.get('Host'));
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 for the response to what is */
function isEncoded(headers: Headers): boolean {
  const codings = (headers.get('Content-Encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== '' && coding !== 'identity');
}
