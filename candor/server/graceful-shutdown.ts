// Longer than the relay waits for the service, shorter than Docker and the start script wait until they kill: 10 s.
const withinMs = 8_000;

/**
 * Lets `finish` end before a process that was asked to stop exits, with status 0. Next stops taking requests by itself,
 * but exits at once when idle and waits without limit for a request under way. `finish` is called at the signal, and once
 * more when the last request has ended.
 */
export function finishBeforeExit(finish: () => Promise<unknown>): void {
  const exit = process.exit.bind(process);
  const finishNow = () =>
    finish().catch((error: unknown) => console.error('Not everything could be finished before the exit.', error));

  const stop = () => {
    const limit = new Promise((resolve) => setTimeout(resolve, withinMs));
    const begun = finishNow();
    // Next calls it when the last request has ended.
    process.exit = (() => {
      void Promise.race([begun.then(finishNow), limit]).then(() => exit(0));
    }) as typeof process.exit;
    void limit.then(() => exit(0));
  };
  // Before Next's own listeners, which close the server.
  process.prependOnceListener('SIGTERM', stop);
  process.prependOnceListener('SIGINT', stop);
}
