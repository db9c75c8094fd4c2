/**
 * The HTTP status of the first response from this page's own path since `startedAt` (by `performance.now`): to a navigation
 * or an action. `undefined`: the browser, which records a response a moment after it came, has recorded none in time, or it
 * records no status, as WebKit.
 */
export function responseStatusSince(startedAt: number, timeoutMs = 2_000): Promise<number | undefined> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
        const isFromThisPath = new URL(entry.name).pathname === location.pathname && entry.initiatorType !== 'link';
        if (isFromThisPath && entry.responseStatus !== 0 && entry.startTime >= startedAt) settle(entry.responseStatus);
      }
    });
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    observer.observe({ type: 'resource', buffered: true });
    function settle(status: number | undefined) {
      clearTimeout(timer);
      observer.disconnect();
      resolve(status);
    }
  });
}
