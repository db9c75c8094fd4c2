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
  /** So long after a question the thread starts: the response of the failing page goes first. */
  startAfterMs: 100,
};

type Waiting = { asked: Asked; kind: Kind; settle(answer: Answer): void };
type Kind = { waiting: Waiting[]; failures: number; pausedUntil: number };

const newKind = (): Kind => ({ waiting: [], failures: 0, pausedUntil: -Infinity });

/** Owns the thread that reads maps, from the first question to some time after the last. An open question keeps the process alive. */
export class SourceThread {
  readonly #counts = new Map<string, number>();
  // Anybody may send an event: those of browsers come last, and what they break pauses no other.
  readonly #server = newKind();
  readonly #browser = newKind();
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: Waiting | undefined;
  #lastId = 0;

  /** @param worker the file `worker.cjs` of the build */
  constructor(
    private readonly worker: string,
    private readonly build: Build,
    private readonly limits = threadLimits,
  ) {}

  /** `undefined`: no source is found in time. It never rejects. */
  async mapError(error: ReadError): Promise<ReadError | undefined> {
    return (await this.#ask(this.#server, { error })).error;
  }

  /** The JSON of an event with the sources of its frames. As above. */
  async mapEvent(event: Uint8Array, of: EventLimits): Promise<Uint8Array | undefined> {
    const kind = of.madeBy === 'server' ? this.#server : this.#browser;
    return (await this.#ask(kind, { event, ...of })).event;
  }

  /** How many frames were mapped, and how many were not, by reason. What had no answer at all counts as one. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#end();
    const left = [this.#server, this.#browser].flatMap(({ waiting }) => waiting.splice(0));
    for (const one of [...left, this.#current]) if (one) settleRaw(one, 'closed');
    this.#current = undefined;
  }

  #ask(kind: Kind, question: Question): Promise<Answer> {
    const { deadlineMs, graceMs, maxWaiting } = this.limits;
    return new Promise((resolve) => {
      const until = performance.timeOrigin + performance.now() + deadlineMs;
      const deadline = setTimeout(() => {
        kind.waiting = kind.waiting.filter((other) => other !== one);
        settleRaw(one, 'out of time');
      }, deadlineMs + graceMs);
      let isSettled = false;
      const settle = (answer: Answer) => {
        clearTimeout(deadline);
        if (isSettled) return;
        isSettled = true;
        for (const [reason, number] of answer.counts)
          this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + number);
        resolve(answer);
      };
      const one: Waiting = { asked: { ...question, id: (this.#lastId += 1), until }, kind, settle };
      if (kind.pausedUntil > performance.now()) return settleRaw(one, 'paused');
      if (kind.waiting.length >= maxWaiting) return settleRaw(one, 'too many events');
      kind.waiting.push(one);
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#server.waiting.shift() ?? this.#browser.waiting.shift();
    const { restMs, startAfterMs } = this.limits;
    if (!this.#current) this.#timer = setTimeout(() => this.#end(), restMs).unref();
    else if (!this.#thread) this.#timer = setTimeout(() => this.#send(), startAfterMs);
    else this.#send();
  }

  #send(): void {
    this.#timer = setTimeout(() => this.#fail('timed out'), this.limits.hangMs).unref();
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage(this.#current?.asked);
    } catch {
      this.#fail('the thread did not start');
    }
  }

  #start(): Worker {
    // Not by an import: a bundler would read it as a worker that it is to build.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    const started = new Worker(this.worker, {
      name: 'candor-sources',
      workerData: { build: this.build },
      env: {}, // Without NODE_OPTIONS: what a team loads into its server has no business here.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.limits.maxHeapMb, maxYoungGenerationSizeMb: 8 }, // Not 48.
    });
    const ended = () => {
      if (this.#thread === started) this.#fail('the thread ended');
    };
    started.on('message', (answer: Answer) => this.#answered(answer));
    started.on('error', ended).on('messageerror', ended).on('exit', ended);
    started.unref(); // Last: a listener of messages keeps the process alive again.
    return started;
  }

  #answered(answer: Answer): void {
    const answered = this.#current;
    if (answered?.asked.id !== answer.id) return;
    answered.kind.failures = 0;
    answered.settle(answer);
    this.#current = undefined;
    this.#next();
  }

  #end(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }

  #fail(reason: string): void {
    const failed = this.#current;
    this.#current = undefined;
    this.#end();
    if (failed) settleRaw(failed, reason);
    const { kind } = failed ?? {};
    if (kind && (kind.failures += 1) >= this.limits.maxFailures) {
      kind.failures = 0;
      kind.pausedUntil = performance.now() + this.limits.pauseMs;
      for (const one of kind.waiting.splice(0)) settleRaw(one, 'paused');
    }
    this.#next();
  }
}

function settleRaw(one: Waiting, reason: string): void {
  one.settle({ id: 0, counts: new Map([[reason, 1]]) });
}
