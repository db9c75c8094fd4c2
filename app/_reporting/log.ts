import pino, { type DestinationStream } from 'pino';
import type { Log } from './log-line';

/** The application's log: one JSON line an entry on standard output, written before the call returns. */
export function createLog(destination: DestinationStream = pino.destination({ dest: 1, sync: true })): Log {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}
