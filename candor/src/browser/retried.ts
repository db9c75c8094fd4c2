const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/** Repeats a load from the site until it succeeds, after pauses that double, up to a minute. */
export async function retried<Result>(attempt: () => Promise<Result>, onFailure?: () => void): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      // Once: a chunk that is gone with its build stays away, and the browser prints each request that failed.
      if (pauseMs === firstPauseMs) console.warn(error);
      onFailure?.();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
