import { observeFailedChunks } from '../internals/browser/chunk-errors.js';
import type { Hold } from './hold-requests.js';
import { browserReporter } from './reporter.js';

/**
 * Holds the chunks of this page that cannot be loaded, before the bundler hears of it: a lazy component stays pending. A chunk
 * that the site does not have fails as ever. So does every chunk while the SDK is being loaded: no visitor waits for the SDK's, and
 * nothing tells them apart. Nor does a visitor wait for the stylesheet of Candor's own notices.
 */
export function holdChunks(hold: Hold): void {
  const loadWhenThere = async (url: string) => {
    const send = () => fetch(url);
    const outcome = await send().catch((thrown: unknown) => thrown);
    try {
      const { ok } = await hold(outcome, send, false);
      return ok;
    } catch (thrown) {
      console.warn('A part of the page could not be loaded.', thrown);
      return false;
    }
  };
  let ofSdk = new Set<string>();
  observeFailedChunks((url) => {
    // The SDK's chunks are asked for together, and may fail long after the first of them.
    if (browserReporter.sdkState() === 'loading') ofSdk = new Set([...document.scripts].map(({ src }) => src)).add(url);
    return ofSdk.has(url) || url.includes('/_next/static/candor/') ? undefined : loadWhenThere(url);
  });
}
