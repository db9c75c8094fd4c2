import type { Hold } from './hold-requests';
import { browserReporter } from './reporter';

type Chunk = HTMLScriptElement | HTMLLinkElement;

/**
 * Holds the chunks of this page that cannot be loaded, before the bundler hears of it: a lazy component stays pending. A chunk
 * that the site does not have fails as ever. So does every chunk while the SDK is being loaded: no visitor waits for the SDK's, and
 * nothing tells them apart.
 */
export function holdChunks(hold: Hold): void {
  const passedOn = new WeakSet<Chunk>();
  const onError = (event: Event) => {
    const chunk = event.target;
    if (!isChunk(chunk) || passedOn.has(chunk) || browserReporter.isLoadingSdk()) return;
    event.stopImmediatePropagation();
    void loadAgain(chunk);
  };
  window.addEventListener('error', onError, true);

  /** A script that failed cannot run any more, and its copy registers the modules that the bundler waits for. */
  async function loadAgain(chunk: Chunk) {
    const send = () => fetch('src' in chunk ? chunk.src : chunk.href);
    const outcome = await send().catch((thrown: unknown) => thrown);
    const isThere = await hold(outcome, send, false).then(
      ({ ok }) => ok,
      (thrown: unknown) => {
        console.warn('A part of the page could not be loaded.', thrown);
        return false;
      },
    );
    if (!isThere) return passOn('error');
    const copy = document.createElement(chunk.localName) as Chunk;
    for (const { name, value } of chunk.attributes) copy.setAttribute(name, value);
    copy.nonce = chunk.nonce;
    copy.onload = () => passOn('load');
    copy.onerror = () => passOn('error');
    passedOn.add(copy);
    if (chunk.isConnected) chunk.after(copy);
    else document.head.append(copy);

    function passOn(type: 'load' | 'error') {
      passedOn.add(chunk);
      chunk.dispatchEvent(new Event(type));
    }
  }
}

function isChunk(target: EventTarget | null): target is Chunk {
  const url = target instanceof HTMLScriptElement ? target.src : isStylesheet(target) ? target.href : '';
  return url.startsWith(new URL(`${CANDOR_ASSETS}/_next/`, location.href).href);
}

function isStylesheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
