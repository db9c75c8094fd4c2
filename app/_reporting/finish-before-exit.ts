const withinMs = 5_000;

/**
 * Lets `finish` end before a process that was asked to stop exits, with status 0. Next stops taking requests by itself,
 * but exits at once when idle and waits without limit for a request under way.
 */
export function finishBeforeExit(finish: () => Promise<unknown>): void {
  const exit = process.exit.bind(process);

  const stop = () => {
    const limit = new Promise((resolve) => setTimeout(resolve, withinMs));
    // Next calls it when the last request has ended. Before that nothing is lost by waiting.
    process.exit = (() => {
      void Promise.race([finish(), limit]).finally(() => exit(0));
    }) as typeof process.exit;
    void limit.then(() => exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
