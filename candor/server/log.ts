import pino, { type DestinationStream } from 'pino';
import { escapeInvisible } from '../scrubbing/escape-invisible';
import type { Log } from '../log-messages';
import { endOpenLines } from '../scrubbing/scrub-output';

/**
 * The application's log: one JSON line an entry on standard output, written before the call returns. It goes past what masks
 * that output (mask-output.ts), which would not know it from a forged one.
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
      endOpenLines(process.stdout, process.stderr); // They may lead to the same terminal, journal or file.
      file.write(line);
    },
  };
}
