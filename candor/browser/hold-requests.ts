import { outages, unreachable } from './outages';

/**
 * Waits until a request has a response of the site. Rejects if the visitor does not want to send an action again.
 * @param outcome the response, or what `send` rejected with
 * @param isAction whether only the visitor may decide to send it again, because it may have been executed
 */
export type Hold = (outcome: unknown, send: () => Promise<Response>, isAction: boolean) => Promise<Response>;

export type LoadHold = () => Promise<{ hold: Hold }>;

const retryMs = 5_000;

/**
 * Wraps `fetch`, so that an action or a navigation of Next's that gets no response of the site is held: it stays pending, and
 * React keeps the page. What holds it is loaded when the visitor begins to use the page: without a network it could not be.
 */
export function holdRequests(loadHold: LoadHold): void {
  let loading: ReturnType<LoadHold> | undefined;
  // Retries, because the network may be gone before the visitor begins. The browser prints each request that failed.
  const tryToLoad: LoadHold = () =>
    loadHold().catch(() => new Promise((resolve) => setTimeout(() => resolve(tryToLoad()), retryMs)));
  const load = () => (loading ??= tryToLoad());
  addEventListener('pointerdown', load);
  addEventListener('keydown', load);

  const fetch = window.fetch;
  window.fetch = async (...request) => {
    const send = () => fetch(...request);
    const [, init] = request;
    const headers = Object(init?.headers) as object;
    const isAction = 'next-action' in headers;
    const isHeld = isAction || ('rsc' in headers && init?.priority !== 'low'); // Next prefetches with low priority.
    let outcome: unknown;
    try {
      const response = await send();
      if (!isHeld || response.status < 502) return response;
      outcome = response;
    } catch (thrown) {
      // What a request of the application's own rejects with without a network is not its failure either.
      if (!isHeld && !navigator.onLine && thrown instanceof TypeError) outages.set(thrown, unreachable);
      if (!isHeld) throw thrown;
      outcome = thrown;
    }
    // Replaced before it is painted, unless the rest cannot be loaded.
    const notice = Object.assign(document.createElement('p'), {
      className: 'notice outage',
      role: 'alert',
      textContent: `${unreachable}.`,
    });
    document.body.append(notice);
    const { hold } = await load();
    notice.remove();
    return hold(outcome, send, isAction);
  };
}
