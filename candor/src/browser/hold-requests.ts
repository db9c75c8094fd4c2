import { loadApart, observeFailedChunks, type Chunk } from '../internals/browser/chunk-errors.js';
import { handleRequests, isActionOfNext, isFlight } from '../internals/browser/page-fetch.js';
import { attempt } from '../internals/browser/patch.js';
import { recordFailedFetch } from './breadcrumbs.js';
import { leave, unlessLeft } from './leaving.js';
import { outages } from './outages.js';
import { retried } from './retried.js';

export type Hold = {
  /**
   * Waits for a response that the sender can use, and notices where its body breaks off. Rejects if the visitor gives an action up.
   * @param outcome the response, or what `send` rejected with
   * @param isAction whether it may have been executed, so that only the visitor may send it again
   */
  hold: (outcome: unknown, send: () => Promise<Response>, isAction: boolean) => Promise<Response>;
  loadChunk: (chunk: Chunk) => void;
};

export type LoadHold = () => Promise<Hold>;

/**
 * Records failed requests as breadcrumbs. Actions, navigations and chunks that get no response of the site stay pending, so React keeps
 * the page. The code for that is loaded when the visitor begins to use the page, since without a network it could not be.
 */
export function holdRequests(loadHold: LoadHold): void {
  let loading: Promise<Hold> | undefined;
  let loaded: Hold | undefined;
  let isHeld = false;
  const load = () =>
    (loading ??= retried(
      async () => (loaded = await loadApart(loadHold)),
      () => isHeld && sayUpdated().catch(() => {}), // There is no network: `retried` has said so.
    ));
  addEventListener('pointerdown', load);
  addEventListener('keydown', load);
  addEventListener('pagehide', ({ persisted }) => persisted || leave()); // Nothing runs in a page that is kept for Back.

  // Shown until the rest is loaded, whatever the cause.
  const notice = Object.assign(document.createElement('p'), {
    role: 'alert',
    textContent: `${CANDOR_WORDS_UNREACHABLE}.`,
    style: 'position:sticky;bottom:0;background:canvas', // Its stylesheet may be out of reach, too.
  });

  /** The rest may be gone with the build of this page. */
  async function sayUpdated() {
    const { release } = await (await fetch(CANDOR_TUNNEL)).json();
    if (!release || release === CANDOR_RELEASE) return;
    const link = Object.assign(document.createElement('a'), { href: '', textContent: CANDOR_WORDS_RELOAD });
    notice.replaceChildren(`${CANDOR_WORDS_UPDATED}. `, link);
    document.body.append(notice);
  }

  function held<Result>(use: (hold: Hold) => Result): Promise<Result> {
    isHeld = true;
    return load().then((hold) => {
      notice.remove();
      return use(hold);
    });
  }

  observeFailedChunks((chunk) => void held(({ loadChunk }) => loadChunk(chunk)));

  // Nothing may handle a rejection in the caller's place: a failed fetch that nobody awaits must stay an unhandled rejection.
  handleRequests(async (request, send) => {
    const isAction = isActionOfNext(request);
    let response: Response | undefined;
    let outcome: unknown;
    try {
      outcome = response = await unlessLeft(send);
    } catch (thrown) {
      outcome = thrown;
    }
    const isFailed = !(response && response.status < 400); // Also 0, which hides the status of another site.
    const isKept = attempt('page-fetch', () => {
      if (isFailed) recordFailedFetch(request, outcome);
      const isOfNext = response && isFlight(response); // What Next's server says it says itself, of a failure too.
      if (isAction !== undefined && (loaded || (isFailed && !isOfNext))) {
        if (!response && !loaded) document.body.append(notice);
        return held(({ hold }) => hold(outcome, send, isAction));
      }
      // A request of the application's own that fails without a network is not its failure either.
      if (!navigator.onLine && outcome instanceof TypeError) outages.set(outcome, CANDOR_WORDS_UNREACHABLE);
      return undefined;
    });
    return isKept ?? response ?? Promise.reject(outcome);
  });
}
