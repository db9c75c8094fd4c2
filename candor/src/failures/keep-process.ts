import type { Delivery } from '../delivery/delivery.js';
import { platformWaitUntil } from '../internals/server/platform-request.js';
import { withTimeout } from '../shared/with-timeout.js';
import type { WaitingLines } from './waiting-lines.js';

/** Platforms let a process run only a little longer than its response. */
const finishMs = 2_000;
/** How long a failed response waits where the platform keeps no process after it. */
const responseWaitMs = 1_000;

/** Keeps the process running for work, its line and its event. @returns when the response need wait no more; it rejects as `work` does */
export type KeepProcess = (work: Promise<void>) => Promise<void>;

export const lasting: KeepProcess = (work) => work;

/**
 * For a process that may be frozen or ended when its response was sent.
 * @param parts.holdResponse has the response of the current request end later: Next waits for the hook of a handler, and not for that of a page
 */
export function keepByRequest(parts: {
  delivery: Pick<Delivery, 'finish'> | undefined;
  lines: Pick<WaitingLines, 'settled' | 'flush'> | undefined;
  holdResponse: (until: Promise<void>) => void;
}): KeepProcess {
  const { delivery, lines, holdResponse } = parts;

  async function finish(work: Promise<void>, timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    const settled = Promise.allSettled([work]).then(() => lines?.settled());
    if ((await withTimeout(settled, timeoutMs)) === 'timeout') lines?.flush();
    try {
      await delivery?.finish(Math.max(0, until - performance.now()));
    } catch (error) {
      console.error('Not everything could be finished within a request.', error); // As an outbox of a team's own that throws.
    }
  }

  return async (work) => {
    const waitUntil = platformWaitUntil();
    try {
      if (waitUntil) return void waitUntil(finish(work, finishMs));
    } catch {
      // Some platforms throw when their request is over.
    }
    const finished = finish(work, responseWaitMs);
    holdResponse(finished);
    await finished;
  };
}
