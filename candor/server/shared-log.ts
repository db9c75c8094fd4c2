import type { Log } from '../log-messages';
import { singleton } from './singleton';

/**
 * Gives the edge runtime the log of the server process. Next runs that runtime in a context of its own within the process,
 * where `console` goes through the scrubbing of standard output, which would take a log line for a forged one. Both
 * contexts have the same `performance`, and no request and no text can reach it.
 */
const shared = () => singleton<{ log?: Log }>('log', () => ({}), performance);

export function shareLog(log: Log): void {
  shared().log = log;
}

/** `undefined`: this runtime is in no server process, or the process shares no log. */
export function sharedLog(): Log | undefined {
  return shared().log;
}
