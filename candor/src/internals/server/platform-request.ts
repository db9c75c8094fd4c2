type PlatformRequest = { waitUntil?: (work: Promise<unknown>) => void };

const contextKey = Symbol.for('@next/request-context');

/** Keeps the process running until a promise has settled, also after the response. `undefined`: the platform cannot. See Next's after.md. */
export function platformWaitUntil(): PlatformRequest['waitUntil'] {
  try {
    const request = (globalThis as { [contextKey]?: { get?: () => PlatformRequest | undefined } })[contextKey]?.get?.();
    return request?.waitUntil?.bind(request);
  } catch {
    return undefined; // The platform's own code: one that throws is as good as none.
  }
}
