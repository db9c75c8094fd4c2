import { succeed } from './actions';
import { setOutcome } from './outcomes';

const timeoutMs = 10_000;

/** Calls an action whose first request finds no network. Resolves when the visitor has decided whether to send it again. */
export async function callWithoutNetwork(): Promise<void> {
  cutNextAction();
  try {
    await succeed();
    setOutcome('browser-offline', { note: 'Sent again, and received. Nothing was reported.' });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // As `fetch` throws it without a network.
    setOutcome('browser-offline', { note: 'Not sent. Nothing was reported.' });
  }
}

/** The same, and decides in place of the visitor. */
export async function callAndSendAgain(): Promise<void> {
  const called = callWithoutNetwork();
  (await element('.outage .primary')).click();
  await called;
}

/** Lets the next request of an action fail as without a network, and no other. */
function cutNextAction(): void {
  const { fetch } = window;
  window.fetch = (input, init) => {
    if (!('next-action' in Object(init?.headers))) return fetch(input, init);
    window.fetch = fetch;
    // It rejects as without a network, before anything is sent. `only-if-cached` does not: where WebKit keeps no cache, as in a
    // private window, it sends such a request.
    const options: RequestInit = { ...init, signal: AbortSignal.abort(new TypeError('Failed to fetch')) };
    const response = fetch(input, options);
    Object.assign(options, { signal: init?.signal }); // It is sent again with the same object.
    return response;
  };
}

/** Resolves when the page has such an element. */
function element(selector: string): Promise<HTMLElement> {
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      observer.disconnect();
      reject(new Error(`There is no ${selector} on the page.`));
    }, timeoutMs);
    observer.observe(document.body, { subtree: true, childList: true });
    look();

    function look() {
      const found = document.querySelector<HTMLElement>(selector);
      if (found === null) return;
      clearTimeout(timer);
      observer.disconnect();
      resolve(found);
    }
  });
}
