import { clientOf } from './client-address.js';
import { BodyError } from '../envelope/envelope-items.js';
import type { RateLimit } from './rate-limit.js';
import { readBody } from './read-body.js';
import { errorResponse } from './responses.js';

/** `size`: `maxBytes` as a text. */
export type Admitted = { one: string; many: string; maxBytes: number; size: string };

/** Admits posts of browsers: from this site, not encoded, within the limits, and whole. Anything else is rejected. */
export function createAdmission({ rateLimit, trustedProxyHops }: { rateLimit: RateLimit; trustedProxyHops: number }) {
  return async (
    request: Request,
    { one, many, maxBytes, size }: Admitted,
    respond: (bytes: Uint8Array) => Promise<Response>,
  ): Promise<Response> => {
    const { headers } = request;
    if (isCrossSite(headers)) return errorResponse(403, `Only this site may send ${many} here.`);
    if (isEncoded(headers))
      return errorResponse(415, 'Content-Encoding is not supported.', { 'Accept-Encoding': 'identity' });
    const release = await rateLimit.acquire(clientOf(headers, trustedProxyHops));
    if (release === undefined) return errorResponse(429, `Too many ${many} at once.`, { 'Retry-After': '1' });
    try {
      const read = await readBody(request.body, maxBytes);
      if (read.state === 'too large') return errorResponse(413, `The ${one} is larger than ${size}.`);
      if (read.state === 'too slow') return errorResponse(408, `The ${one} arrived too slowly.`);
      if (read.state !== 'read') return errorResponse(400, `The ${one} did not arrive whole.`);
      return await respond(read.bytes);
    } catch (error) {
      if (error instanceof BodyError) return errorResponse(error.status, error.message);
      throw error;
    } finally {
      release();
    }
  };
}

/** Any page can post here without a preflight. Reports of the Reporting API have an `Origin` only; other clients say nothing. */
function isCrossSite(headers: Headers): boolean {
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = headers.get('Origin');
  return origin !== null && (!URL.canParse(origin) || !ownHosts(headers).includes(new URL(origin).host));
}

/** A proxy in front may pass on the browser's host in a header of its own. */
export function ownHosts(headers: Pick<Headers, 'get'>): string[] {
  const [forwarded] = headers.get('X-Forwarded-Host')?.split(',') ?? [];
  return [headers.get('Host'), forwarded].flatMap((host) => host?.trim().toLowerCase() || []);
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 */
function isEncoded(headers: Headers): boolean {
  const codings = (headers.get('Content-Encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== '' && coding !== 'identity');
}
