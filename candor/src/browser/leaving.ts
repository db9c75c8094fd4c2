let leftAt = -Infinity;

/** Notes that the visitor leaves this page, or gets a file in place of the next one. */
export const leave = () => void (leftAt = performance.now());

/** What is rejected now was cancelled with the page. */
export const isLeaving = () => performance.now() - leftAt < 1_000;

/**
 * Rejects as the work of the network does, but not while the page is being left: a browser then cancels what still runs, in Firefox
 * before `pagehide`. It listens for as long as the work lasts, because a standing listener keeps a page out of the cache for Back.
 */
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
