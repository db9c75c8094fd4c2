import { CommandError } from '../../application/read-application.js';
import { codeOf, messageOf } from '../../shared/error-parts.js';

/** After redirects, with the start of the body. */
export type Answer = { url: URL; status: number; headers: Headers; body: Buffer };

export type Ask = (url: URL, accept?: string) => Promise<Answer>;

/** `requestMs`: for one request. `followMs`: for an event to arrive. `totalMs`: for everything. */
export type TimeLimits = { requestMs: number; followMs: number; totalMs: number };

const maxBytes = 2 * 1024 * 1024;

/** The function throws a CommandError if the site is not reached. */
export function createAsk({ requestMs, totalMs }: Omit<TimeLimits, 'followMs'>): Ask {
  const end = performance.now() + totalMs;
  return async (url, accept = 'text/html') => {
    const signal = AbortSignal.timeout(Math.max(0, Math.floor(Math.min(requestMs, end - performance.now()))));
    try {
      const response = await fetch(url, { signal, headers: { Accept: accept } });
      const { status, headers } = response;
      return { url: new URL(response.url), status, headers, body: await startOf(response) };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      const reason = [codeOf(cause), messageOf(cause)].filter(Boolean).join(', ');
      const says = signal.aborted ? 'it did not answer in time' : reason;
      throw new CommandError(`${url.href} could not be reached: ${says}.`);
    }
  };
}

async function startOf({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts);
}

/** `undefined`: a proxy or a login answers, for one. */
export function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
