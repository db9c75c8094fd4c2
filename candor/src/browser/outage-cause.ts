export type OutageCause = 'unreachable' | 'not responding';

// Chromium, Firefox, WebKit.
const networkErrors = /^(Failed to fetch|NetworkError when attempting to fetch resource|Load failed)/;

/**
 * Why a request of Next's got no response of the site. `undefined`: it got one, or failed for another reason.
 * @param outcome the response, or what `fetch` rejected with
 */
export function outageCause(outcome: unknown): OutageCause | undefined {
  if (outcome instanceof Response) return isOfProxy(outcome) ? 'not responding' : undefined;
  if (!(outcome instanceof TypeError)) return undefined; // Aborted, for one.
  // Offline any of them counts, because older versions of Safari use the visitor's language. A bug of that type is missed then.
  return networkErrors.test(outcome.message) || !navigator.onLine ? 'unreachable' : undefined;
}

/** Next responds to its own requests with its own type, at any status. */
function isOfProxy({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !headers.get('Content-Type')?.startsWith('text/x-component');
}
