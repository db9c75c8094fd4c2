import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './cli';

const timeoutMs = 60_000;

/** Resolves once the server responds, with any status. */
export async function waitForResponse(name: string, url: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        throw new CommandError(`${name} did not respond at ${url} for a minute (${reason(error)}).`);
      }
    }
    await delay(100);
  }
}

// `fetch` says only "fetch failed"; the cause says why.
function reason(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? cause.message : message;
}
