import { setTimeout as pause } from 'node:timers/promises';
import type { SourceThread } from '../sources/source-thread.js';

/**
 * This thread, whose start the first question puts off: a thread starts in as much processor time as a page takes, and by then the
 * first failing page has usually left.
 */
export function startLater(thread: SourceThread, afterMs: number): SourceThread {
  let isPutOff = false;
  let start: Promise<void> | undefined;

  function whenStarted<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (isPutOff) return ask();
    start ??= pause(afterMs).then(() => void (isPutOff = true));
    return start.then(ask);
  }

  return {
    ...thread,
    find: (places) => whenStarted(() => thread.find(places)),
    mapEvent: (event, limits) => whenStarted(() => thread.mapEvent(event, limits)),
  };
}
