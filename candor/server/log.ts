import pino, { type DestinationStream } from 'pino';
import type { Log } from '../log-messages';
import { escapeInvisible } from '../scrubbing/escape-invisible';
import { endOpenLines } from '../scrubbing/scrub-output';

/**
 * The application's log: one JSON line an entry on standard output, written before the call returns. It bypasses the
 * scrubbing of that output (scrub-output.ts), which could not tell a log line from a forged one.
 */
export function createLog(destination: DestinationStream = ownLines()): Log {
  return pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => destination.write(escapeInvisible(line)) },
  );
}

function ownLines(): DestinationStream {
  const file = pino.destination({ dest: 1, sync: true });
  return {
    write(line) {
      endOpenLines(process.stdout, process.stderr); // Both may lead to the same terminal, journal or file.
      file.write(line);
    },
  };
}
