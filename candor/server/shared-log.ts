import type { Log } from '../log-messages';

/**
 * The way from the edge runtime to the log. Next runs it in a world of its own, within the server process; its console
 * passes what masks the output, and its lines would be taken for forged ones. The one object that both worlds have is
 * `performance`, which no request and no text can reach.
 */
const key = Symbol.for('candor.log');
const shared = performance as Performance & { [key]?: Log };

export function shareLog(log: Log): void {
  shared[key] = log;
}

/** `undefined`: no server process around this one, or one that shares nothing. */
export function sharedLog(): Log | undefined {
  return shared[key];
}
