import type { BrowserFailure } from './report';
import { serializeError } from './serialize-error';

const pauseMs = 60_000;
const maxKinds = 200;

/**
 * Thins out errors of equal type, message and stack, as a loop throws them: the first is sent, and then at most one a minute, which
 * says how many there were since the one before it.
 */
export function createEqualErrors(send: (failure: BrowserFailure) => void) {
  /** By the thrown value: the latest failure since one was sent. */
  const latest = new Map<string, BrowserFailure | undefined>();

  function sendAndPause(key: string, failure: BrowserFailure) {
    if (latest.size < maxKinds) {
      latest.set(key, undefined);
      setTimeout(endPause, pauseMs, key);
    }
    send(failure);
  }

  function endPause(key: string) {
    const failure = latest.get(key);
    latest.delete(key);
    if (failure) sendAndPause(key, failure);
  }

  return {
    add(failure: BrowserFailure): void {
      const key = JSON.stringify(serializeError(failure.thrown));
      if (!latest.has(key)) return sendAndPause(key, failure);
      failure.repeats = (latest.get(key)?.repeats ?? 0) + 1;
      latest.set(key, failure);
    },
    /** Sends the errors that are held back. */
    endPauses: () => [...latest.keys()].forEach(endPause),
  };
}
