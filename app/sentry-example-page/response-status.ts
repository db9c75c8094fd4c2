/**
 * The HTTP status of the first answer to what this page asked of its own address since then (of `performance.now`): a
 * navigation or an action. `undefined` when the browser, which notes it a moment after the answer, does not tell in time.
 */
export function statusSince(then: number, patienceMs = 2_000): Promise<number | undefined> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
        const isAnswer = new URL(entry.name).pathname === location.pathname && entry.initiatorType !== 'link';
        if (isAnswer && entry.responseStatus > 0 && entry.startTime >= then) settle(entry.responseStatus);
      }
    });
    const timer = setTimeout(() => settle(undefined), patienceMs);
    observer.observe({ type: 'resource', buffered: true });
    function settle(status: number | undefined) {
      clearTimeout(timer);
      observer.disconnect();
      resolve(status);
    }
  });
}
