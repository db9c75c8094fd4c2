let leftAt = -Infinity;

/** Notes that the visitor leaves this page, or gets a file in place of the next one. */
export const leave = () => void (leftAt = performance.now());

export const isLeaving = () => performance.now() - leftAt < 1_000;

/** Rejects as the work does, but not while the page is being left. A standing listener would keep the page out of the cache for Back. */
export async function unlessLeft<Result>(work: () => Promise<Result>): Promise<Result> {
  const onLeave = () => leave(); // Others may run, each with its own.
  addEventListener('beforeunload', onLeave);
  try {
    return await work();
  } catch (thrown) {
    // No timer of a page that is gone runs.
    if (thrown instanceof TypeError) await new Promise((resolve) => setTimeout(resolve, isLeaving() ? 10_000 : 100));
    throw thrown;
  } finally {
    removeEventListener('beforeunload', onLeave);
  }
}
