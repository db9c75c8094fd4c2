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

/** Also for the edge runtime, which has the same `performance`. Its own `console` is scrubbed: there a line of ours would be a forged one. */
export function sharedProcess(): SharedProcess {
  return singleton<SharedProcess>('process', () => ({}), performance);
}
