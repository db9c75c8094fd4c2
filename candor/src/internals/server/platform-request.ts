type PlatformRequest = { waitUntil?: (work: Promise<unknown>) => void };

const contextKey = Symbol.for('@next/request-context');

/** Keeps the process running until a promise has settled: `after.md` of Next's documentation. `undefined`: the platform cannot. */
export function platformWaitUntil(): PlatformRequest['waitUntil'] {
  try {
    const request = (globalThis as { [contextKey]?: { get?: () => PlatformRequest | undefined } })[contextKey]?.get?.();
    return request?.waitUntil?.bind(request);
  } catch {
    return undefined; // The platform's own code: one that throws is as good as none.
  }
}
