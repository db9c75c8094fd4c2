import { follow } from './follow-event';
import type { Kind } from './kinds';
import { setOutcome } from './outcomes';
import { recordLimited } from './pending-navigation';

/** The URL of the route handler that fails. */
export const routeHandler = '/sentry-example-page/route-handler';

/** Fetches a URL that fails, whose status is then the one that a page load gets. Resolves when the outcome is known. */
export async function loadFailure(kind: Kind, url: string): Promise<void> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(15_000) });
  if (response.status === 429) {
    return recordLimited(kind, { retryAfterSeconds: Number(response.headers.get('Retry-After')) }, 429);
  }
  const digest = /digest\\?":\\?"([0-9a-f]{32})/.exec(await response.text())?.[1];
  if (digest === undefined) setOutcome(kind, { status: response.status });
  else await follow(kind, { digest }, response.status);
}
