import type { Worker } from 'node:worker_threads';
import type { Place } from './chunk-of-frame.js';
import type { Build } from './read-maps.js';
import type { FindSource } from './stack-text.js';
import type { Answered, Asked, FoundInTime, Question } from './worker.js';
import { isOfSomeBuild } from './chunk-of-frame.js';
import { KnownPlaces } from './known-places.js';
import type { EventLimits } from './map-event-text.js';

type ThreadLimits = {
  /** For one event. */
  budgetMs: number;
  /** Beyond the budget, after which the thread is ended: one map may take that long. */
  graceMs: number;
  maxPlaces: number;
  maxWaiting: number;
  /** So many failures in a row end the mapping for `pauseMs`. */
  maxFailures: number;
  pauseMs: number;
  /** Of the thread's heap. */
  maxHeapMb: number;
  /** So long without a question end the thread, whose heap and maps are most of what Candor keeps in memory. */
  restMs: number;
};

export const threadLimits: ThreadLimits = {
  budgetMs: 1_000,
  graceMs: 1_000,
  maxPlaces: 100,
  maxWaiting: 50,
  maxFailures: 3,
  pauseMs: 60_000,
  maxHeapMb: 256,
  restMs: 30_000,
};

export type SourceThread = {
  /** Always resolves: where something fails, to a function that knows fewer of the places, or none. */
  find(places: readonly Place[]): Promise<FindSource>;
  /** Does at once what asks for places. `undefined`: one of them is not known yet. */
  mapKnown: KnownPlaces['map'];
  /**
   * The JSON of an event with the sources of its frames, for which this thread reads nothing. Always resolves: `undefined` where none
   * of them is found, or something fails.
   */
  mapEvent(json: Uint8Array, limits: Omit<EventLimits, 'maxPlaces'>): Promise<Uint8Array | undefined>;
  /** How many frames were mapped, and how many were not, by reason. */
  counts(): Readonly<Record<string, number>>;
  close(): void;
};

type Waiting = { question: Question; resolve(answered: Answered | undefined): void; timer: NodeJS.Timeout };

const keyOf = ({ file, line, column }: Place) => `${line}:${column}:${file}`;

/**
 * The owner of the thread that reads maps. The thread starts at the first place that is asked for, has one question at a time, keeps a
 * process alive only while it has one, and ends some time after the last one.
 * @param worker the file `worker.js` of the build
 */
export function createSourceThread(worker: string, build: Build, limits = threadLimits): SourceThread {
  const counts: Record<string, number> = {};
  const waiting: Waiting[] = [];
  const knownPlaces = new KnownPlaces(build);
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;
  let asked: (Waiting & { id: number }) | undefined;
  let lastId = 0;
  let failures = 0;
  let pausedUntil = -Infinity;

  const count = (reason: string, number = 1) => {
    // eslint-disable-next-line candor/no-text-index -- One of the reasons in our code.
    if (number > 0) counts[reason] = (counts[reason] ?? 0) + number;
  };

  function leaveRaw({ question, resolve, timer }: Waiting, reason: string): void {
    clearTimeout(timer);
    count(reason, 'places' in question ? question.places.length : framesIn(question.event));
    resolve(undefined);
  }

  /** Lines of the log are for somebody who waits, and anybody may send an event: places go before events. */
  function ask(question: Question): Promise<Answered | undefined> {
    return new Promise((resolve) => {
      const one: Waiting = { question, resolve, timer: setTimeout(tooLong, limits.budgetMs + limits.graceMs).unref() };
      function tooLong() {
        waiting.splice(waiting.indexOf(one), 1);
        leaveRaw(one, 'too many events');
      }
      if (waiting.length >= limits.maxWaiting) return leaveRaw(one, 'too many events');
      const firstEvent = 'places' in question ? waiting.findIndex((other) => 'event' in other.question) : -1;
      waiting.splice(firstEvent < 0 ? waiting.length : firstEvent, 0, one);
      next();
    });
  }

  function next(): void {
    if (asked) return;
    const first = waiting.shift();
    if (!first) {
      clearTimeout(rest);
      rest = setTimeout(end, limits.restMs).unref();
      return;
    }
    if (performance.now() < pausedUntil) {
      leaveRaw(first, 'paused');
      return next();
    }
    clearTimeout(first.timer);
    clearTimeout(rest);
    // It keeps the process alive: runtimes of functions take an empty event loop for the end of a request.
    const timer = setTimeout(() => fail('timed out'), limits.budgetMs + limits.graceMs);
    const id = (lastId += 1);
    asked = { ...first, id, timer };
    try {
      thread ??= start();
      thread.postMessage({ ...first.question, id, budgetMs: limits.budgetMs } satisfies Asked);
    } catch {
      fail('the thread did not start');
    }
  }

  function start(): Worker {
    // Not by an import: a bundler would read it as a worker that it is to build.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const started = new Worker(worker, {
      name: 'candor-sources',
      workerData: { build },
      env: {}, // Without NODE_OPTIONS: what a team loads into its server has no business here.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMb },
    });
    const ended = () => {
      if (thread === started) fail('the thread ended');
    };
    started
      .on('message', (answer) => answered(Object(answer) as Answered & { id: number }))
      .on('error', ended)
      .on('messageerror', ended)
      .on('exit', ended);
    started.unref(); // Last: a listener of messages keeps the process alive again.
    return started;
  }

  function answered(answer: Answered & { id: number }): void {
    if (asked?.id !== answer.id) return;
    const { question, resolve, timer } = asked;
    if (!Array.isArray('places' in question ? answer.found : answer.counts))
      return fail('the thread is of another version');
    clearTimeout(timer);
    asked = undefined;
    failures = 0;
    resolve(answer);
    next();
  }

  function end(): void {
    clearTimeout(rest);
    const ended = thread;
    thread = undefined;
    void ended?.terminate();
  }

  function fail(reason: string): void {
    end();
    failures += 1;
    if (failures >= limits.maxFailures) [pausedUntil, failures] = [performance.now() + limits.pauseMs, 0];
    const failed = asked;
    asked = undefined;
    if (failed) leaveRaw(failed, reason);
    next();
  }

  return {
    async find(places) {
      const unlike = [...new Map(places.map((place) => [keyOf(place), place]))];
      count('too many frames', unlike.length - limits.maxPlaces);
      const answers = new Map<string, FoundInTime>();
      const asking: typeof unlike = [];
      for (const [key, place] of unlike.slice(0, limits.maxPlaces)) {
        const known = knownPlaces.get(place);
        if (known) answers.set(key, known);
        else asking.push([key, place]);
      }
      const { found = [] } = (asking.length > 0 && (await ask({ places: asking.map(([, place]) => place) }))) || {};
      for (const [index, [key, place]] of asking.entries()) {
        const answer = found[index];
        if (!answer) break;
        answers.set(key, answer);
        if ('source' in answer || answer.problem !== 'out of time') knownPlaces.set(place, answer);
      }
      for (const [key, { file }] of unlike) {
        const answer = answers.get(key);
        if (answer && ('source' in answer || isOfSomeBuild(file)))
          count('source' in answer ? 'mapped' : answer.problem);
      }
      return (place) => {
        const answer = answers.get(keyOf(place));
        return answer && 'source' in answer ? answer.source : undefined;
      };
    },
    mapKnown(map) {
      const known = knownPlaces.map(map);
      for (const each of known?.found ?? []) count('source' in each ? 'mapped' : each.problem);
      return known;
    },
    async mapEvent(event, of) {
      const answer = await ask({ event, limits: { ...of, maxPlaces: limits.maxPlaces } });
      for (const [reason, number] of answer?.counts ?? []) count(reason, number);
      return answer?.event;
    },
    counts: () => counts,
    close() {
      end();
      for (const one of waiting.splice(0)) leaveRaw(one, 'closed');
      if (asked) leaveRaw(asked, 'closed');
      asked = undefined;
    },
  };
}

/** How many frames the JSON of an event has, more or less: this thread does not parse it. */
function framesIn(json: Uint8Array): number {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let frames = 0;
  for (let at = bytes.indexOf('"lineno"'); at >= 0; at = bytes.indexOf('"lineno"', at + 1)) frames += 1;
  return frames;
}

/** The places that a mapping asks for. */
export function placesOf(map: (find: FindSource) => unknown): Place[] {
  const places: Place[] = [];
  map((place) => {
    places.push(place);
    return undefined;
  });
  return places;
}
