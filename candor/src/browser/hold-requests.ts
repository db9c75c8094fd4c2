import { handleRequests, isActionOfNext } from '../internals/browser/page-fetch.js';
import { attempt, missing } from '../internals/browser/patch.js';
import { recordFailedFetch } from './breadcrumbs.js';
import { outages, unreachable } from './outages.js';
import { retried } from './retried.js';

/**
 * Waits until a request has a response of the site. Rejects if the visitor does not want to send an action again.
 * @param outcome the response, or what `send` rejected with
 * @param isAction whether only the visitor may decide to send it again, because it may have been executed
 */
export type Hold = (outcome: unknown, send: () => Promise<Response>, isAction: boolean) => Promise<Response>;

export type LoadHold = () => Promise<{ hold: Hold }>;

/**
 * A request that fails becomes a breadcrumb, and an action or a navigation of Next's that gets no response of the site is held: it
 * stays pending, and React keeps the page. The code that holds it is loaded when the visitor begins to use the page:
 * without a network it could not be.
 */
export function holdRequests(loadHold: LoadHold): void {
  let loading: ReturnType<LoadHold> | undefined;
  const load = () => (loading ??= retried(loadHold));
  addEventListener('pointerdown', load);
  addEventListener('keydown', load);
  setTimeout(() => missing.size > 0 && load(), 2_000); // It tells the server, too, what the page lacks.

  // Until the rest is loaded: one sentence for every cause and all requests.
  const notice = Object.assign(document.createElement('p'), {
    className: 'candor notice outage',
    role: 'alert',
    textContent: `${unreachable}.`,
    style: 'position:sticky;bottom:0;background:canvas', // Its stylesheet may be out of reach, too.
  });

  // Nothing may handle a rejection in the caller's place: a failed fetch that nobody awaits must stay an unhandled rejection.
  handleRequests(async (request, send) => {
    let response: Response | undefined;
    let outcome: unknown;
    try {
      outcome = response = await send();
      if (response.status < 400) return response; // Also 0, which hides the status of another site.
    } catch (thrown) {
      outcome = thrown;
    }
    const held = attempt('page-fetch', () => {
      recordFailedFetch(request, outcome);
      const isAction = isActionOfNext(request);
      if (isAction !== undefined && !(response && response.status < 502)) {
        document.body.append(notice);
        return load().then(({ hold }) => {
          notice.remove();
          return hold(outcome, send, isAction);
        });
      }
      // A request of the application's own that fails without a network is not its failure either.
      if (!navigator.onLine && outcome instanceof TypeError) outages.set(outcome, unreachable);
      return undefined;
    });
    return held ?? response ?? Promise.reject(outcome);
  });
}
