import { remember } from './remember';
import type { BrowserFailure } from './report';
import { serializeError } from './serialize-error';

/**
 * Thins out errors of equal type, message and stack, as a loop throws them: the first is sent, and of the others the last at each
 * `sendHeld`, which says how many there were since the one before it.
 */
export function createEqualErrors(send: (failure: BrowserFailure) => void) {
  /** By the thrown value: the latest failure since one was sent. */
  const held = new Map<string, BrowserFailure | undefined>();

  return {
    add(failure: BrowserFailure): void {
      const key = JSON.stringify(serializeError(failure.thrown));
      const isFirst = !held.has(key);
      if (isFirst) send(failure);
      else failure.repeats = (held.get(key)?.repeats ?? 0) + 1;
      remember(held, key, isFirst ? undefined : failure);
    },

    sendHeld(): void {
      for (const [key, failure] of held) {
        held.set(key, undefined);
        if (failure) send(failure);
      }
    },
  };
}
