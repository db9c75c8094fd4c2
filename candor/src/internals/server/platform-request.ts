type PlatformRequest = { waitUntil?: (work: Promise<unknown>) => void };

const contextKey = Symbol.for('@next/request-context');

/**
 * Keeps the process running until a promise has settled, also after the response. `undefined`: the platform cannot.
 * @see node_modules/next/dist/docs/01-app/03-api-reference/04-functions/after.md
 */
export function platformWaitUntil(): PlatformRequest['waitUntil'] {
  try {
    const request = (globalThis as { [contextKey]?: { get?: () => PlatformRequest | undefined } })[contextKey]?.get?.();
    return request?.waitUntil?.bind(request);
  } catch {
    return undefined; // The platform's own code: one that throws is as good as none.
  }
}
