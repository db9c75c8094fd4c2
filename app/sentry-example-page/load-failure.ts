import { follow } from './follow-event';
import type { Kind } from './kinds';
import { recordLimited, setOutcome } from './outcomes';

/** The URL of the route handler that fails. */
export const routeHandler = '/sentry-example-page/route-handler';

/** Fetches a URL that fails, whose status is then the one that a page load gets. Resolves when the outcome is known. */
export async function loadFailure(kind: Kind, url: string): Promise<void> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
  const { status, headers } = response;
  const text = await response.text();
  const digest = /digest\\?":\\?"([0-9a-f]{32})/.exec(text)?.[1];
  const retryAfter = headers.get('Retry-After') ?? /retryAfterSeconds\\?":(\d+)/.exec(text)?.[1];
  if (digest !== undefined) await follow(kind, `Digest: ${digest}`, status);
  else if (retryAfter) recordLimited(kind, { retryAfterSeconds: Number(retryAfter) }, status);
  else setOutcome(kind, { status });
}
