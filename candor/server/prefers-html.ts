import { prefers } from './prefers';

/**
 * Whether a client would rather have HTML than JSON. Browsers that open a page would; programs name JSON, anything, or
 * nothing.
 */
export function prefersHtml(accept: string | undefined): boolean {
  return prefers(accept, 'text/html', ['application/problem+json', 'application/json']);
}
