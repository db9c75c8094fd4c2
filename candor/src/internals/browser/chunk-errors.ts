import { attempt } from './patch.js';

type Chunk = HTMLScriptElement | HTMLLinkElement;

/** Resolves when it is known whether the chunk can be loaded now. Does not reject. `undefined`: it fails as ever. */
export type LoadChunk = (url: string) => Promise<boolean> | undefined;

/**
 * Keeps the failure of a chunk from the bundler, which waits for the `load` or `error` event of an element of its own: a lazy component
 * stays pending until the chunk was loaded by another element.
 */
export function observeFailedChunks(load: LoadChunk): void {
  const passedOn = new WeakSet<Chunk>();
  const onError = (event: Event) =>
    attempt('chunk-errors', () => {
      const chunk = event.target;
      const loading = isChunk(chunk) && !passedOn.has(chunk) && load('src' in chunk ? chunk.src : chunk.href);
      if (!loading) return;
      event.stopImmediatePropagation();
      void loading.then((isThere) => {
        const isReplaced = isThere && attempt('chunk-errors', () => replace(chunk));
        if (!isReplaced) passOn(chunk, 'error');
      });
    });
  attempt('chunk-errors', () => window.addEventListener('error', onError, true));

  /** A script that failed cannot run any more, and its copy registers the modules that the bundler waits for. */
  function replace(chunk: Chunk): true {
    const copy = document.createElement(chunk.localName) as Chunk;
    for (const { name, value } of chunk.attributes) copy.setAttribute(name, value);
    copy.nonce = chunk.nonce;
    copy.onload = () => passOn(chunk, 'load');
    copy.onerror = () => passOn(chunk, 'error');
    passedOn.add(copy);
    if (chunk.isConnected) chunk.after(copy);
    else document.head.append(copy);
    return true;
  }

  function passOn(chunk: Chunk, type: 'load' | 'error') {
    passedOn.add(chunk);
    chunk.dispatchEvent(new Event(type));
  }
}

function isChunk(target: EventTarget | null): target is Chunk {
  const url = target instanceof HTMLScriptElement ? target.src : isStylesheet(target) ? target.href : '';
  return url.startsWith(new URL(`${CANDOR_ASSETS}/_next/`, location.href).href);
}

function isStylesheet(target: EventTarget | null): target is HTMLLinkElement {
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet';
}
