import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from './command.mjs';

const patienceMs = 60_000;

/** Resolves once the server answers, whatever it answers: that it answers is all that is asked. */
export async function waitForAnswer(name, url) {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
      return;
    } catch (error) {
      if (performance.now() > deadline) {
        throw new CommandError(
          `${name} gave no answer at ${url} for a minute (${error.cause?.message ?? error.message}).`,
        );
      }
    }
    await delay(100);
  }
}
