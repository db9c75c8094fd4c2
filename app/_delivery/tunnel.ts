import type { Admission } from './admission';
import type { Delivery } from './delivery';
import type { DeliveryLog } from './delivery-log';
import { EnvelopeError, openEnvelope } from './envelope';
import { readBody } from './read-body';

const maxEnvelopeBytes = 2 * 1024 * 1024;
const bodyTimeoutMs = 10_000;

/**
 * Makes the tunnel: one envelope in, one answer out. The request says nothing about where the envelope goes, and nothing
 * but its body goes on; nothing of the service's answer but its status and reason comes back.
 */
export function createTunnel(options: {
  delivery: Delivery;
  log: DeliveryLog;
  admission: Admission;
  trustedProxyHops: number;
}): (request: Request) => Promise<Response> {
  const { delivery, log, admission, trustedProxyHops } = options;

  async function accept(request: Request): Promise<Response> {
    const read = await readBody(request.body, { maxBytes: maxEnvelopeBytes, timeoutMs: bodyTimeoutMs });
    if (read.state === 'too large') return refuse(413, 'The envelope is larger than 2 MiB.');
    if (read.state === 'too slow') return refuse(408, 'The envelope did not arrive within 10 s.');
    if (read.state !== 'read') return refuse(400, 'The envelope did not arrive whole.');
    const envelope = openEnvelope(read.bytes);

    const id = envelope.eventId ?? null;
    const accepted = await delivery.accept(envelope);
    if (accepted.state === 'unavailable') {
      return answer(503, { error: accepted.error }, { 'Retry-After': String(accepted.retryAfterSeconds) });
    }
    log.info({ event: id, state: accepted.state }, 'event accepted');
    if (accepted.state === 'dropped') return answer(accepted.status, { error: accepted.error, state: 'dropped' });
    return answer(accepted.state === 'sent' ? 200 : 202, { id, state: accepted.state });
  }

  return async (request) => {
    if (isFromElsewhere(request.headers)) return refuse(403, 'Envelopes are taken from this site only.');
    const leave = admission.enter(clientOf(request.headers, trustedProxyHops));
    if (leave === undefined) return answer(429, { error: 'Too many envelopes at once.' }, { 'Retry-After': '1' });
    try {
      return await accept(request);
    } catch (error) {
      if (error instanceof EnvelopeError) return refuse(400, error.message);
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

/** The address that the outermost trusted proxy saw. Without one every visitor could name any address. */
function clientOf(headers: Headers, trustedProxyHops: number): string | undefined {
  if (trustedProxyHops === 0) return undefined;
  const addresses = headers.get('X-Forwarded-For')?.split(',') ?? [];
  return addresses.at(-trustedProxyHops)?.trim();
}
