import { CommandError } from '../../application/read-application.js';

/** A response of the site, read whole. */
export type Answer = { url: URL; status: number; headers: Headers; body: Buffer };

export type Ask = (url: URL, options?: { accept?: string }) => Promise<Answer>;

const maxRedirects = 5;
const maxBytes = 16 * 1024 * 1024;

/** What each request may take, in ms. `totalMs`: all of them together. */
export type TimeLimits = { requestMs: number; totalMs: number };

/**
 * Creates a function that gets addresses of a site. It follows redirects to the same path, as to https or to another host, and to the
 * same host; a redirect to elsewhere is the answer.
 * @throws CommandError from that function, if the site is not reached
 */
export function createAsk({ requestMs, totalMs }: TimeLimits): Ask {
  const end = performance.now() + totalMs;

  async function get(url: URL, accept: string): Promise<Answer> {
    // Not `AbortSignal.any`: in Node 20 a signal of AbortSignal.timeout that only it refers to may be collected, and never fires.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.max(0, Math.min(requestMs, end - performance.now())));
    try {
      const response = await fetch(url, { redirect: 'manual', signal: limit.signal, headers: { Accept: accept } });
      return { url, status: response.status, headers: response.headers, body: await bodyOf(response) };
    } catch (error) {
      const reason = limit.signal.aborted ? 'it did not answer in time' : reasonOf(error);
      throw new CommandError(`${url.href} was not reached: ${reason}.`);
    } finally {
      clearTimeout(timer);
    }
  }

  return async (first, { accept = 'text/html' } = {}) => {
    let answer = await get(first, accept);
    for (let count = 0; count < maxRedirects; count += 1) {
      const target = redirectOf(answer);
      if (target === undefined || !isOfSite(target, answer.url)) return answer;
      answer = await get(target, accept);
    }
    throw new CommandError(`${first.href} redirects more than ${maxRedirects} times, at last to ${answer.url.href}.`);
  };
}

/** Of the start of it, which says enough. */
async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts);
}

/** Where an answer leads on. */
export function redirectOf({ url, status, headers }: Answer): URL | undefined {
  const location = headers.get('Location');
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, url)) return undefined;
  return new URL(location, url);
}

function isOfSite(target: URL, from: URL): boolean {
  const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '');
  return target.host === from.host || pathOf(target) === pathOf(from);
}

const ofCertificate = /CERT|SIGNED|ISSUER|ALTNAME|VERIFY/;

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const reason = [cause?.code, cause?.message].filter(Boolean).join(', ') || message;
  if (!ofCertificate.test(cause?.code ?? '')) return reason;
  return `its certificate is not trusted here (${reason}); name the file of its authority in NODE_EXTRA_CA_CERTS`;
}
