const patienceMs = 2_000;

/**
 * Tells the HTTP status of every answer that came from this page's own address (the document, a navigation, an action),
 * those before and those to come: the browser notes them a moment after the answer itself. Gives back how to stop it.
 */
export function watchStatus(onStatus: (status: number, startedAt: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const isAnswer = new URL(entry.name).pathname === location.pathname && entry.initiatorType !== 'link';
      if (isAnswer && entry.responseStatus > 0) onStatus(entry.responseStatus, entry.startTime);
    }
  });
  observer.observe({ type: 'navigation', buffered: true });
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}

/** The status of the first answer to what was asked since then (of `performance.now`), if the browser tells in time. */
export function statusSince(then: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const stop = watchStatus((status, startedAt) => {
      if (startedAt >= then) settle(status);
    });
    const timer = setTimeout(() => settle(undefined), patienceMs);
    function settle(status: number | undefined) {
      clearTimeout(timer);
      stop();
      resolve(status);
    }
  });
}
