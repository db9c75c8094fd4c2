import type { BoundedMap } from '../shared/bounded-map.js';
import type { Log } from '../shared/log-messages.js';
import type { EventSink } from '../failures/capture.js';
import type { KeepProcess } from '../failures/keep-process.js';
import type { Sources } from './open-sources.js';
import type { WaitingLines } from '../failures/waiting-lines.js';
import { singleton } from '../shared/singleton.js';

type SharedProcess = {
  log?: Log;
  sink?: EventSink;
  sources?: Sources;
  lines?: WaitingLines;
  keepProcess?: KeepProcess;
  /** The ids of the last events: a failure may pass through both runtimes. */
  captured?: BoundedMap<string, true>;
};

/**
 * For the edge runtime, whose context in this process has the same `performance`, which no request can reach. Its own `console` goes
 * through the scrubbing of standard output, which would take a log line for a forged one.
 */
export function sharedProcess(): SharedProcess {
  return singleton<SharedProcess>('process', () => ({}), performance);
}
