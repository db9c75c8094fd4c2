import { requestContext } from '../http/request-context.js';

const proxyHeaders = new Set(['x-forwarded-for', 'forwarded', 'via']);

/**
 * Whether a proxy has passed on the request that this code runs for, by the headers that it came with: Next adds some by
 * itself. A request that is not known counts as passed on.
 */
export function wasForwarded(): boolean {
  const { rawHeaders } = requestContext()?.request ?? {};
  return rawHeaders?.some((text, index) => index % 2 === 0 && proxyHeaders.has(text.toLowerCase())) ?? true;
}
