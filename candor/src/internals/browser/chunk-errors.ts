import { attempt } from './patch.js';

export type Chunk = HTMLScriptElement | HTMLLinkElement;

/** Addresses of chunks whose failure the bundler gets at once. It asks for each a second time, by another element. */
export const apart = new Set<string>();

/** Loads a part of Candor's own: no visitor waits for it, and what holds other chunks may be in it. */
export function loadApart<Part>(load: () => Promise<Part>): Promise<Part> {
  const addresses = () => Array.from(document.scripts, ({ src }) => src);
  const earlier = addresses();
  const loading = load();
  for (const address of addresses()) if (!earlier.includes(address)) apart.add(address);
  return loading;
}

/** Keeps the failure of a chunk from the bundler: a lazy component stays pending until its element dispatches an event. */
export function observeFailedChunks(handle: (chunk: Chunk) => void): void {
  const chunks = `script[src^="${CANDOR_ASSETS}/_next/"],link[rel=stylesheet][href^="${CANDOR_ASSETS}/_next/"]`;
  const onError = (event: Event) =>
    attempt('chunk-errors', () => {
      const chunk = event.target as Chunk; // Or the window, or an element of another kind.
      if (!chunk.matches?.(chunks) || apart.has('src' in chunk ? chunk.src : chunk.href)) return;
      handle(chunk);
      event.stopImmediatePropagation(); // Last: where it cannot be handled, the bundler hears of it.
    });
  attempt('chunk-errors', () => addEventListener('error', onError, true));
}
