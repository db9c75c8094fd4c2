import { describeRead, readError, type ErrorDescription, type ReadError } from '../scrubbing/log-format.js';
import { InFlight } from '../shared/in-flight.js';
import type { Place } from '../sources/chunk-of-frame.js';
import type { SourceThread } from '../sources/source-thread.js';
import { mapError } from '../sources/stack-text.js';

export type FindSources = Pick<SourceThread, 'mapError'> & {
  /** Whether the bundler has written the file. */
  isOfBuild: (place: Place) => boolean;
};

type WriteLine = (error: ErrorDescription, more?: { mapped?: false; time?: string }) => void;

export type WaitingLines = ReturnType<typeof createWaitingLines>;

type Waiting = { isReady: boolean; mapped?: ReadError; write: () => void };

/** Lines of the log that wait until their stacks name sources, in the order of their failures. */
export function createWaitingLines(sources: FindSources, maxWaiting = 1_000) {
  const waiting: Waiting[] = [];
  const inFlight = new InFlight();
  let isEnding = false;

  function flush(): void {
    for (const { write } of waiting.splice(0)) write();
  }

  return {
    /** At once where no stack has a place of the build, otherwise when the sources are known or the time is over. */
    write(error: ReadError, writeLine: WriteLine): void {
      const isOfBuild = placesOf(error).some(sources.isOfBuild);
      const raw = isOfBuild ? ({ mapped: false } as const) : undefined;
      const waits = (isOfBuild || waiting.length > 0) && waiting.length < maxWaiting && !isEnding;
      if (!waits) return writeLine(describeRead(error), raw);
      const time = new Date().toISOString();
      const line: Waiting = {
        isReady: !isOfBuild,
        write: () => writeLine(describeRead(line.mapped ?? error), { time, ...(!line.mapped && raw) }),
      };
      waiting.push(line);
      if (!isOfBuild) return;
      const ready = (mapped?: ReadError) => {
        Object.assign(line, { mapped, isReady: true });
        while (waiting[0]?.isReady) waiting.shift()?.write();
      };
      void inFlight.track(sources.mapError(error).then(ready));
    },
    settled: () => inFlight.settled(),
    flush,
    /** Writes what waits, and no later line waits: the process ends. */
    end(): void {
      isEnding = true;
      flush();
    },
  };
}

export function placesOf(error: ReadError): Place[] {
  const places: Place[] = [];
  mapError(error, (place) => void places.push(place));
  return places;
}

/** The same lines, which no end of the process loses that runs code: `process.exit`, an uncaught error, nothing left to do. */
export function writeAtExit(lines: WaitingLines): WaitingLines {
  process.prependListener('exit', () => lines.end());
  return lines;
}

export async function stackWithSources(error: unknown, sources: FindSources | undefined): Promise<string> {
  const read = readError(error);
  const mapped = sources && placesOf(read).some(sources.isOfBuild) ? await sources.mapError(read) : undefined;
  return textOf(mapped ?? read);
}

function textOf({ name, message, stack, cause, errors = [] }: ReadError): string {
  const own = stack ?? (name === 'string' ? message : `${name}: ${message}`);
  const inner = [...(cause ? [`caused by: ${textOf(cause)}`] : []), ...errors.map((each) => `one of: ${textOf(each)}`)];
  return [own, ...inner].join('\n');
}
