import type { BoundedMap } from '../shared/bounded-map.js';
import type { Log } from '../shared/log-messages.js';
import type { EventSink } from '../failures/capture.js';
import type { KeepProcess } from '../failures/keep-process.js';
import type { Sources } from './open-sources.js';
import type { FindSources, WaitingLines } from '../failures/waiting-lines.js';
import { singleton } from '../shared/singleton.js';

type SharedProcess = {
  log?: Log;
  /** `undefined`: reporting is off. */
  sink?: EventSink;
  /** `undefined`: the build has no maps. */
  sources?: Sources;
  /** What names the sources in stacks: those of the build, or of the development server. `undefined`: nothing. */
  findSources?: FindSources;
  lines?: WaitingLines;
  keepProcess?: KeepProcess;
  /** The ids of the last events that were captured, or are being captured. A failure may pass through both runtimes. */
  captured?: BoundedMap<string, true>;
};

/**
 * What the edge runtime uses of the server process. Next runs that runtime in a context of its own within the process, where
 * `console` goes through the scrubbing of standard output, which would take a log line for a forged one. Both contexts have
 * the same `performance`, and no request and no text can reach it. Empty: this runtime is in no server process.
 */
export function sharedProcess(): SharedProcess {
  return singleton<SharedProcess>('process', () => ({}), performance);
}
