import { describeRead, type ErrorDescription, type ReadError } from '../scrubbing/log-format.js';
import type { Sources } from './open-sources.js';
import type { Place } from '../sources/chunk-of-frame.js';
import { mapError } from '../sources/map-error.js';
import { placesOf } from '../sources/source-thread.js';
import { InFlight } from '../shared/in-flight.js';
import type { FindSource } from '../sources/stack-text.js';
import type { FoundInTime } from '../sources/worker.js';

/** What finds the places of stacks, in a build or under the development server. */
export type FindSources = {
  /** Whether a source may be found: the place is in a file that the bundler has written. */
  isOfBuild(place: Place): boolean;
  /** Always resolves. */
  find(places: readonly Place[]): Promise<FindSource>;
  /** Does at once what asks for places. `undefined`: one of them is not known yet. */
  mapKnown?: Sources['mapKnown'];
};

type WriteLine = (error: ErrorDescription, more?: { mapped: false; time?: string } | { time: string }) => void;

export type WaitingLines = {
  /**
   * Writes the line of an error: at once where its stacks have no place of the build, otherwise when they name their sources, or when the time
   * is over. A line that was written later has the time of this call.
   */
  write(error: ReadError, writeLine: WriteLine): void;
  /** Resolves when no line waits. */
  settled(): Promise<void>;
  /** Writes what waits, as it is. */
  flush(): void;
  /** The same, and no later line waits: the process ends. */
  end(): void;
};

// The development server compiles a map when it is first asked for it.
const limits = { timeoutMs: process.env.NODE_ENV === 'development' ? 3_000 : 300, maxWaiting: 1_000 };

/** A line in its turn. `write`: it is ready. */
type Waiting = { writeRaw(): void; write?: () => void };

/** Lines of the log that wait until their stacks name sources, in the order of their failures. Nobody who hands one over waits for it. */
export function createWaitingLines(sources: FindSources, { timeoutMs, maxWaiting } = limits): WaitingLines {
  const waiting = new Set<Waiting>();
  const inFlight = new InFlight();
  let isEnding = false;

  function writeReady(): void {
    for (const line of waiting) {
      if (!line.write) return;
      waiting.delete(line);
      line.write();
    }
  }

  function flush(): void {
    for (const line of waiting) line.write ??= () => line.writeRaw();
    writeReady();
  }

  function wait(error: ReadError, places: readonly Place[], writeLine: WriteLine): void {
    const time = new Date().toISOString();
    const write = (find: FindSource) => {
      const isRaw = places.length > 0 && places.every((place) => find(place) === undefined);
      writeLine(describeRead(mapError(error, find)), isRaw ? { time, mapped: false } : { time });
    };
    const line: Waiting = { writeRaw: () => write(() => undefined) };
    const finish = (find: FindSource) => {
      clearTimeout(timer);
      line.write ??= () => write(find);
      writeReady();
    };
    const timer = setTimeout(() => finish(() => undefined), timeoutMs).unref();
    waiting.add(line);
    if (places.length === 0) finish(() => undefined);
    else void inFlight.track(sources.find(places).then(finish));
  }

  return {
    write(error, writeLine) {
      const known = waiting.size === 0 ? sources.mapKnown?.((find) => mapError(error, find)) : undefined;
      if (known) return writeLine(describeRead(known.mapped), isRaw(known.found) ? { mapped: false } : undefined);
      const places = placesOf((find) => mapError(error, find)).filter((place) => sources.isOfBuild(place));
      if (places.length === 0 && waiting.size === 0) return writeLine(describeRead(error));
      if (!isEnding && waiting.size < maxWaiting) return wait(error, places, writeLine);
      writeLine(describeRead(error), places.length > 0 ? { mapped: false } : undefined);
    },
    settled: () => inFlight.settled(),
    flush,
    end() {
      isEnding = true;
      flush();
    },
  };
}

/** Whether there are places of this build, and none has a source. */
function isRaw(found: readonly FoundInTime[]): boolean {
  const ofBuild = found.filter((each) => 'source' in each || each.problem !== 'not of this build');
  return ofBuild.length > 0 && !ofBuild.some((each) => 'source' in each);
}

/** The same lines, which no end of the process loses that runs code: `process.exit`, an uncaught error, nothing left to do. */
export function writeAtExit(lines: WaitingLines): WaitingLines {
  process.prependListener('exit', () => lines.end());
  return lines;
}
