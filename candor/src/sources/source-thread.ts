import type { Worker } from 'node:worker_threads';
import type { Place } from './chunk-of-frame.js';
import type { Build } from './read-maps.js';
import type { Source } from './source.js';
import type { FindSource } from './stack-text.js';
import type { Answered, Asked } from './worker.js';

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
};

export const threadLimits: ThreadLimits = {
  budgetMs: 1_000,
  graceMs: 1_000,
  maxPlaces: 100,
  maxWaiting: 50,
  maxFailures: 3,
  pauseMs: 60_000,
  maxHeapMb: 256,
};

export type SourceThread = {
  /** Always resolves: where something fails, to a function that knows fewer of the places, or none. */
  find(places: readonly Place[]): Promise<FindSource>;
  /** How many places were mapped, and how many were not, by reason. */
  counts(): Readonly<Record<string, number>>;
  close(): void;
};

type Waiting = { places: Place[]; resolve(sources: (Source | undefined)[]): void };

const keyOf = ({ file, line, column }: Place) => `${line}:${column}:${file}`;

/**
 * The owner of the thread that reads maps. The thread starts at the first place that is asked for, has one question at a time, and
 * keeps no process alive.
 * @param worker the file `worker.js` of the build
 */
export function createSourceThread(worker: string, build: Build, limits = threadLimits): SourceThread {
  const counts: Record<string, number> = {};
  const waiting: Waiting[] = [];
  let thread: Worker | undefined;
  let asked: { id: number; question: Waiting; timer: NodeJS.Timeout } | undefined;
  let lastId = 0;
  let failures = 0;
  let pausedUntil = -Infinity;

  const count = (reason: string, number = 1) => {
    if (number > 0) counts[reason] = (counts[reason] ?? 0) + number;
  };

  function leaveRaw({ places, resolve }: Waiting, reason: string): void {
    count(reason, places.length);
    resolve([]);
  }

  function next(): void {
    if (asked) return;
    const question = waiting.shift();
    if (!question) return;
    if (performance.now() < pausedUntil) {
      leaveRaw(question, 'paused');
      return next();
    }
    const id = (lastId += 1);
    const timer = setTimeout(() => fail('timed out'), limits.budgetMs + limits.graceMs).unref();
    asked = { id, question, timer };
    try {
      thread ??= start();
      thread.postMessage({ id, places: question.places, budgetMs: limits.budgetMs } satisfies Asked);
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
      .on('message', (answer) => answered(Object(answer) as Answered))
      .on('error', ended)
      .on('messageerror', ended)
      .on('exit', ended);
    started.unref(); // Last: a listener of messages keeps the process alive again.
    return started;
  }

  function answered({ id, found }: Answered): void {
    if (asked?.id !== id) return;
    if (!Array.isArray(found)) return fail('the thread is of another version');
    const { question, timer } = asked;
    clearTimeout(timer);
    asked = undefined;
    failures = 0;
    for (const each of found) count('source' in each ? 'mapped' : each.problem);
    question.resolve(found.map((each) => ('source' in each ? each.source : undefined)));
    next();
  }

  function fail(reason: string): void {
    const ended = thread;
    thread = undefined;
    void ended?.terminate();
    failures += 1;
    if (failures >= limits.maxFailures) [pausedUntil, failures] = [performance.now() + limits.pauseMs, 0];
    const failed = asked;
    asked = undefined;
    clearTimeout(failed?.timer);
    if (failed) leaveRaw(failed.question, reason);
    next();
  }

  return {
    async find(places) {
      const byKey = new Map(places.map((place) => [keyOf(place), place]));
      const unlike = [...byKey.values()];
      count('too many frames', unlike.length - limits.maxPlaces);
      const sources = await new Promise<(Source | undefined)[]>((resolve) => {
        const question = { places: unlike.slice(0, limits.maxPlaces), resolve };
        if (unlike.length === 0) return resolve([]);
        if (waiting.length >= limits.maxWaiting) return leaveRaw(question, 'too many events');
        waiting.push(question);
        next();
      });
      const found = new Map(unlike.map((place, index) => [keyOf(place), sources[index]]));
      return (place) => found.get(keyOf(place));
    },
    counts: () => counts,
    close() {
      const ended = thread;
      thread = undefined;
      void ended?.terminate();
      for (const question of waiting.splice(0)) leaveRaw(question, 'closed');
      if (!asked) return;
      clearTimeout(asked.timer);
      leaveRaw(asked.question, 'closed');
      asked = undefined;
    },
  };
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
