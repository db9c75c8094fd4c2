import type { Worker } from 'node:worker_threads';
import type { ReadError } from '../scrubbing/log-format.js';
import type { Build } from './find-source.js';
import type { Answer, Asked, EventLimits, Question } from './worker.js';

export const threadLimits = {
  /** For waiting, the start of the thread, and reading maps. */
  deadlineMs: 4_500,
  /** Beyond the deadline, for an answer about the frames that were in time: one map may take that long. */
  graceMs: 500,
  /** So long without an answer end the thread. */
  hangMs: 10_000,
  /** Of each kind. */
  maxWaiting: 50,
  /** So many failures in a row end the mapping of that kind for `pauseMs`. */
  maxFailures: 3,
  pauseMs: 60_000,
  /** Of the thread's heap. */
  maxHeapMb: 256,
  /** So long without a question end the thread, whose heap and maps are most of what Candor keeps in memory. */
  restMs: 30_000,
};

export type SourceThread = {
  /** `undefined`: no source is found in time. It never rejects. */
  mapError(error: ReadError): Promise<ReadError | undefined>;
  /** The JSON of an event with the sources of its frames. As above. */
  mapEvent(json: Uint8Array, limits: EventLimits): Promise<Uint8Array | undefined>;
  /** How many frames were mapped, and how many were not, by reason. What had no answer at all counts as one. */
  counts(): Readonly<Record<string, number>>;
  close(): void;
};

type Waiting = { asked: Asked; kind: Kind; settle(answer: Answer): void };
type Kind = { waiting: Waiting[]; failures: number; pausedUntil: number };

/**
 * Owns the thread that reads maps. It starts at the first question, gets one at a time, and ends some time after the last. An open
 * question keeps the process alive, until its deadline.
 * @param worker the file `worker.js` of the build
 */
export function createSourceThread(worker: string, build: Build, limits = threadLimits): SourceThread {
  const counts = new Map<string, number>();
  // Anybody may send an event: those of browsers come last, and what they break pauses no other.
  const server: Kind = { waiting: [], failures: 0, pausedUntil: -Infinity };
  const browser: Kind = { waiting: [], failures: 0, pausedUntil: -Infinity };
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let current: Waiting | undefined;
  let lastId = 0;

  function ask(kind: Kind, question: Question): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const until = performance.timeOrigin + performance.now() + limits.deadlineMs;
      const deadline = setTimeout(() => {
        kind.waiting = kind.waiting.filter((other) => other !== one);
        settleRaw(one, 'out of time');
      }, limits.deadlineMs + limits.graceMs);
      let isSettled = false;
      const settle = (answer: Answer) => {
        clearTimeout(deadline);
        for (const [reason, number] of isSettled ? [] : answer.counts)
          counts.set(reason, (counts.get(reason) ?? 0) + number);
        isSettled = true;
        resolve(answer);
      };
      const one: Waiting = { asked: { ...question, id: (lastId += 1), until }, kind, settle };
      if (kind.pausedUntil > performance.now()) return settleRaw(one, 'paused');
      if (kind.waiting.length >= limits.maxWaiting) return settleRaw(one, 'too many events');
      kind.waiting.push(one);
      next();
    });
  }

  const settleRaw = (one: Waiting, reason: string) => one.settle({ id: 0, counts: new Map([[reason, 1]]) });

  function next(): void {
    if (current) return;
    clearTimeout(timer);
    current = server.waiting.shift() ?? browser.waiting.shift();
    timer = current
      ? setTimeout(() => fail('timed out'), limits.hangMs).unref()
      : setTimeout(end, limits.restMs).unref();
    if (!current) return;
    try {
      thread ??= start();
      thread.postMessage(current.asked);
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
    started.on('message', answered).on('error', ended).on('messageerror', ended).on('exit', ended);
    started.unref(); // Last: a listener of messages keeps the process alive again.
    return started;
  }

  function answered(answer: Answer): void {
    if (current?.asked.id !== answer.id) return;
    current.kind.failures = 0;
    current.settle(answer);
    current = undefined;
    next();
  }

  function end(): void {
    const ended = thread;
    thread = undefined;
    void ended?.terminate();
  }

  function fail(reason: string): void {
    const failed = current;
    current = undefined;
    end();
    if (failed) {
      settleRaw(failed, reason);
      const { kind } = failed;
      kind.failures += 1;
      if (kind.failures >= limits.maxFailures) {
        [kind.pausedUntil, kind.failures] = [performance.now() + limits.pauseMs, 0];
        for (const one of kind.waiting.splice(0)) settleRaw(one, 'paused');
      }
    }
    next();
  }

  return {
    mapError: async (error) => (await ask(server, { error }))?.error,
    mapEvent: async (event, of) => (await ask(of.madeBy === 'server' ? server : browser, { event, ...of }))?.event,
    counts: () => Object.fromEntries(counts),
    close() {
      clearTimeout(timer);
      end();
      const left = [...(current ? [current] : []), ...server.waiting.splice(0), ...browser.waiting.splice(0)];
      current = undefined;
      for (const one of left) settleRaw(one, 'closed');
    },
  };
}
