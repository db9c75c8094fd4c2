import { describeRead, type ErrorDescription, type ReadError } from '../scrubbing/log-format.js';
import type { Place } from '../sources/chunk-of-frame.js';
import { mapError } from '../sources/map-error.js';
import { placesOf } from '../sources/source-thread.js';
import type { FindSource } from '../sources/stack-text.js';

/** What finds the places of stacks, in a build or under the development server. */
export type FindSources = {
  /** Whether a source may be found: the place is in a file that the bundler has written. */
  isOfBuild(place: Place): boolean;
  /** Always resolves. */
  find(places: readonly Place[]): Promise<FindSource>;
};

type WriteLine = (error: ErrorDescription, more?: { mapped: false; time?: string } | { time: string }) => void;

export type WaitingLines = {
  /**
   * Writes the line of an error: at once where its stacks have no place of the build, otherwise when they name their sources, or when the time
   * is over. A line that was written later has the time of this call.
   */
  write(error: ReadError, writeLine: WriteLine): void;
  /** Writes what waits, as it is. */
  flush(): void;
  /** The same, and no later line waits: the process ends. */
  end(): void;
};

// The development server compiles a map when it is first asked for it.
const limits = { timeoutMs: process.env.NODE_ENV === 'development' ? 3_000 : 300, maxWaiting: 1_000 };

/** Lines of the log that wait until their stacks name sources. Nobody who hands one over waits for it. */
export function createWaitingLines(sources: FindSources, { timeoutMs, maxWaiting } = limits): WaitingLines {
  const waiting = new Set<() => void>();
  let isEnding = false;

  const flush = () => {
    for (const writeRaw of waiting) writeRaw();
  };

  return {
    write(error, writeLine) {
      const places = placesOf((find) => mapError(error, find)).filter((place) => sources.isOfBuild(place));
      if (places.length === 0) return writeLine(describeRead(error));
      const writeRaw = () => writeLine(describeRead(error), { mapped: false });
      if (isEnding || waiting.size >= maxWaiting) return writeRaw();

      const time = new Date().toISOString();
      const writeOnce = (find: FindSource = () => undefined) => {
        if (!waiting.delete(writeRawOnce)) return;
        clearTimeout(timer);
        const isMapped = places.some((place) => find(place) !== undefined);
        writeLine(describeRead(mapError(error, find)), isMapped ? { time } : { time, mapped: false });
      };
      const writeRawOnce = () => writeOnce();
      const timer = setTimeout(writeRawOnce, timeoutMs).unref();
      waiting.add(writeRawOnce);
      void sources.find(places).then(writeOnce);
    },
    flush,
    end() {
      isEnding = true;
      flush();
    },
  };
}

/** The same lines, which no end of the process loses that runs code: `process.exit`, an uncaught error, nothing left to do. */
export function writeAtExit(lines: WaitingLines): WaitingLines {
  process.prependListener('exit', () => lines.end());
  return lines;
}
