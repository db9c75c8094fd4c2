import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Delivery } from '../../../candor/src/delivery/delivery';
import type { Relay } from '../../../candor/src/delivery/relay';
import type { SendResult } from '../../../candor/src/delivery/service-response';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import type { Deployment, ServiceState } from '../../../candor/src/outbox/deployment';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { LostReplyError } from '../../../candor/src/outbox/redis/no-reply-error';
import { RedisDeployment } from '../../../candor/src/outbox/redis/redis-deployment';
import { RedisLink } from '../../../candor/src/outbox/redis/redis-link';
import { RedisOutbox } from '../../../candor/src/outbox/redis/redis-outbox';
import { OutboxWithFallback } from '../../../candor/src/outbox/with-fallback';
import { redisIsMissing } from '../../support/redis';
import { newPrefix, redisOfThisFile } from '../outbox/redis/set-up-shared';
import { envelopeOf, fakeTimeInEachTest, recordLog, tempFolder } from './set-up-delivery';

const limits = { bytes: 1e6, envelopes: 4 };
const reset: SendResult = { state: 'retry', reason: 'the service cannot be reached' };
/** `hasIt`: the envelope has arrived there, whatever the result. */
const services: Record<string, { result: SendResult; delayMs?: number; hasIt?: boolean }> = {
  works: { result: { state: 'sent' }, hasIt: true },
  'is slow': { result: { state: 'sent' }, hasIt: true, delayMs: 1_000 },
  denies: { result: { state: 'dropped', status: 403, reason: 'the service responded with 403' } },
  limits: { result: { state: 'retry', status: 429, reason: 'x', limits: { all: 60 } } },
  fails: { result: { state: 'retry', status: 503, reason: 'x' } },
  hangs: { result: { state: 'retry', reason: 'the service did not respond within 5 s' }, delayMs: 5_000 },
  resets: { result: reset },
  'resets late': { result: reset, hasIt: true },
};
const who = fc.constantFrom<At>(0, 1);
type At = 0 | 1;
const stepOf = (weight: number, step: string, detail: fc.Arbitrary<unknown> = fc.constant(undefined)) => ({
  weight,
  arbitrary: fc.record({ step: fc.constant(step), who, detail, isAwaited: fc.boolean() }),
});
const steps = fc.array(
  fc.oneof(
    stepOf(6, 'submit'),
    stepOf(4, 'accept'),
    stepOf(2, 'look'),
    stepOf(4, 'service', fc.constantFrom(...Object.keys(services))),
    stepOf(4, 'pass', fc.constantFrom(100, 2_000, 20_000, 70_000)),
    stepOf(3, 'store', fc.constantFrom('works', 'fails', 'loses replies')),
    stepOf(1, 'clock', fc.constantFrom(-3_600_000, 3_600_000)),
    stepOf(1, 'kill'),
    stepOf(1, 'stop'),
  ),
  { minLength: 5, maxLength: 40 },
);

/** Has calls of a store fail, or never return, as they do for the process that makes them. */
type Guard = <Store extends object>(store: Store, calls: string[], options?: { mayFail: boolean }) => Store;
type Opened = { outbox: Outbox; deployment?: Deployment; beat: () => Promise<unknown> };
/** Opens the store of a run, as each process does. */
type Stores = () => Promise<{
  open: (guard: Guard) => Opened | Promise<Opened>;
  after?: (ms: number, works: boolean) => Promise<unknown> | undefined;
}>;
type Kind = { name: string; stores: Stores; survivesKill: 'never' | 'if it works' | 'always' };

/** The store loses nothing in these runs. */
const lossReason = 'the shared outbox has lost it';
const never = new Promise<never>(() => {});
const ofOutbox = ['put', 'claimNext', 'release', 'remove', 'refresh', 'evict', 'probe', 'holds'];

/** All that happens in a run: to processes that share a store, the store, and the service. */
async function createWorld({ stores, survivesKill }: Kind) {
  const { open, after } = await stores();
  let service = 'works';
  let storeWorks = survivesKill !== 'never';
  /** Of every second call of Redis, which has run. */
  let losesReplies = false;
  let turns = 0;
  /** Calls of stores. Time does not pass while one is in flight. */
  const calls = new Set<Promise<unknown>>();
  const arrived: string[] = [];
  const acknowledged = new Set<string>();
  /** What was being sent at a kill, or was reset after the service had it. */
  const mayRepeat = new Set<string>();
  const mayBeLost = new Set<string>();
  let events = 0;

  async function startProcess() {
    const { log, lines } = recordLog();
    const own = { isDead: false, sent: 0, attempts: new Set<string>(), inMemory: new Set<string>() };
    const guard: Guard = (store, names, { mayFail } = { mayFail: true }) =>
      new Proxy(store, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          const method = member.bind(target) as (...given: unknown[]) => Promise<unknown>;
          if (!names.includes(String(name))) return method;
          return (...given: unknown[]) => {
            if (own.isDead) return never;
            if (mayFail && !storeWorks) return Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
            const isLost = losesReplies && mayFail && (turns += 1) % 2 === 0;
            const call: Promise<unknown> = method(...given).finally(() => calls.delete(call));
            calls.add(call);
            const { eventId = '' } = (given[0] ?? {}) as { eventId?: string };
            const isOver = name === 'remove' || name === 'release';
            const end = (value: unknown) => {
              if (isOver) own.attempts.delete(eventId);
              return own.isDead ? never : value;
            };
            if (isLost) return call.then(() => (own.isDead ? never : Promise.reject(new LostReplyError('lost'))));
            return call.then(end, (error: Error) => (own.isDead ? never : Promise.reject(error)));
          };
        },
      });
    const { beat, ...opened } = await open(guard);
    const relay: Relay = async (_, parts) => {
      const { eventId } = openEnvelope(Buffer.concat(parts));
      const { result = reset, delayMs = 0, hasIt = false } = services[service] ?? {};
      own.attempts.add(eventId);
      if (hasIt) arrived.push(eventId);
      if (hasIt && result === reset) mayRepeat.add(eventId);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (own.isDead) return never;
      if (result.state === 'sent') own.sent += 1;
      return result;
    };
    const delivery = new Delivery({ dsn: parseDsn('http://a@service.test/1'), relay, log, ...opened });
    void delivery.start();
    return { own, delivery, lines, beat };
  }

  const processes = { 0: await startProcess(), 1: await startProcess() };
  const all = Object.values(processes);
  const alive = () => all.filter(({ own }) => !own.isDead);
  const droppedBy = ({ lines }: (typeof all)[number]) =>
    lines.flatMap((line) => {
      if (line.msg === 'outbox full') return line.events as string[];
      return line.msg === 'event not delivered' && line.next === 'dropped' ? [line.event ?? ''] : [];
    });

  async function settle() {
    for (let turn = 0; turn < 3; turn += 1) {
      while (calls.size > 0) await Promise.allSettled(calls);
      await new Promise(setImmediate);
    }
  }

  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 4_000) {
      await vi.advanceTimersByTimeAsync(Math.min(left, 4_000));
      await settle();
      await Promise.all(alive().map(({ beat }) => beat()));
      await after?.(ms, storeWorks);
    }
  }

  async function end(at: At, isKill: boolean) {
    const one = processes[at];
    if (isKill && survivesKill !== 'never') {
      one.own.isDead = true;
      for (const id of one.own.attempts) mayRepeat.add(id);
      if (survivesKill !== 'always') for (const id of one.own.inMemory) mayBeLost.add(id);
    } else {
      let hasStopped = false;
      void one.delivery.stop().then(() => (hasStopped = true));
      while (!hasStopped) await pass(1_000);
      if (!storeWorks || losesReplies) for (const id of one.own.attempts) mayRepeat.add(id);
      one.own.isDead = true;
    }
    all.push((processes[at] = await startProcess()));
  }

  const idOfNext = () => (events += 1).toString(16).padStart(32, '0');
  const acts: Record<string, (at: At, detail: unknown) => unknown> = {
    async submit(at) {
      const id = idOfNext();
      const { delivery, own } = processes[at];
      if (!storeWorks) own.inMemory.add(id);
      await delivery.submit(envelopeOf(id));
      if (!own.isDead) acknowledged.add(id);
    },
    async accept(at) {
      const id = idOfNext();
      const { delivery, own } = processes[at];
      const { state } = await delivery.accept(envelopeOf(id));
      if (own.isDead) return;
      if (state === 'unavailable') own.attempts.delete(id);
      else acknowledged.add(id);
    },
    service: (_, mode) => (service = String(mode)),
    pass: (_, ms) => pass(Number(ms)),
    store(_, state) {
      storeWorks = survivesKill !== 'never' && state !== 'fails';
      losesReplies = survivesKill === 'always' && state === 'loses replies';
    },
    clock: (_, ms) => vi.setSystemTime(Date.now() + Number(ms)),
    look: (at) => void processes[at].beat().catch(() => {}), // As a timer does, while other calls are in flight.
    kill: (at) => end(at, true),
    stop: (at) => end(at, false),
  };

  const isUnknown = async (id: string) => {
    const states = await Promise.all(alive().map(({ delivery }) => delivery.stateOf(id)));
    return states.every(({ state }) => state === 'unknown');
  };

  /** Every acknowledged event is sent, queued, or dropped with a name: one of them, and once. */
  async function check() {
    const unknown = await Promise.all([...acknowledged].map(isUnknown)); // First: they may be dropped meanwhile.
    const dropped = all.flatMap(droppedBy);
    const ended = new Set([...arrived, ...dropped, ...mayBeLost]);
    const isKnown = (storeWorks && !losesReplies) || survivesKill === 'never'; // Else the store cannot be asked.
    const isRepeated = (id: string, at: number, all: string[]) => all.indexOf(id) !== at;
    const wrong = {
      lost: [...acknowledged].filter((id, at) => isKnown && unknown[at] && !ended.has(id)),
      sentAndDropped: dropped.filter((id) => arrived.includes(id) && !mayRepeat.has(id)),
      droppedTwice: dropped.filter(isRepeated).filter((id) => !mayRepeat.has(id)),
      sentTwice: arrived.filter(isRepeated).filter((id) => !mayRepeat.has(id)),
      missedByMistake: all.flatMap(({ lines }) => lines.filter(({ reason }) => reason === lossReason)),
    };
    expect(Object.values(wrong).flat(), JSON.stringify(wrong)).toEqual([]);
    for (const one of alive()) {
      const { sent, dropped: counted } = one.delivery.stats();
      expect(sent, 'counted as sent').toBe(one.own.sent);
      const sum = Object.values(counted).reduce((more, count) => more + count, 0);
      expect(sum, 'counted as dropped').toBe(droppedBy(one).length);
    }
  }

  return {
    async act({ step, who, detail, isAwaited }: { step: string; who: At; detail: unknown; isAwaited: boolean }) {
      const acting = acts[step]?.(who, detail);
      if (step !== 'accept' && step !== 'submit' && step !== 'look') await acting;
      else if (isAwaited) await settle();
    },
    end() {
      for (const { own } of all) own.isDead = true;
    },
    async checkMeanwhile() {
      await pass(6_000); // Longer than an attempt takes.
      await check();
    },
    /** When all is well again everything that is kept is sent. */
    async checkAtEnd() {
      acts.store?.(0, 'works');
      service = 'works';
      const left = () => {
        const ended = new Set([...arrived, ...all.flatMap(droppedBy), ...mayBeLost]);
        return [...acknowledged].filter((id) => !ended.has(id));
      };
      const queued = () => alive().map(({ delivery }) => delivery.stats().queued);
      const none = Array(2).fill(survivesKill === 'never' ? null : 0);
      const isDone = () => left().length === 0 && JSON.stringify(queued()) === JSON.stringify(none);
      await pass(40_000);
      for (let turn = 0; turn < 25 && !isDone(); turn += 1) await pass(16_000);
      expect([left(), queued()], 'left').toEqual([[], none]);
      await check();
      return acknowledged.size;
    },
  };
}

const seed = Number(process.env.SEED ?? 1); // Another one looks at other runs.
const redis = redisIsMissing ? undefined : redisOfThisFile();

fakeTimeInEachTest();

const onDisk: Stores = async () => {
  const folder = await tempFolder();
  return {
    open: (guard) => {
      const outbox = createOutbox(folder, limits);
      return { outbox: guard(outbox, ofOutbox), beat: () => outbox.refresh() }; // It beats by itself, by a real timer.
    },
  };
};
const inRedis: Stores = async () => {
  const disk = await onDisk();
  const prefix = newPrefix();
  const key = (name: string) => `{${prefix}}:${name}`;
  const start = vi.getRealSystemTime() - performance.now();
  const given = { elapsed: () => performance.now(), now: () => start + performance.now() };
  return {
    async open(guard) {
      const own = await disk.open((store) => guard(store, ofOutbox, { mayFail: false }));
      const link = await RedisLink.open({ url: redis?.().url ?? '', prefix, timeoutMs: 60_000 });
      onTestFinished(() => link.close());
      const guarded = guard(link, ['send', 'run']);
      const deployment = new RedisDeployment(guarded);
      const onService = (service: ServiceState) => deployment.onServiceState(service);
      const shared = guard(new RedisOutbox(guarded, limits, { ...given, onService }), ['remove', 'release']);
      const onReply = () => deployment.catchUp();
      const watch = { keptIn: 'disk', onFailed: () => {}, onBack: () => {}, onReply } as const;
      const outbox = new OutboxWithFallback(shared, own.outbox, watch);
      return { outbox, deployment, beat: () => Promise.all([own.beat(), outbox.check()]) };
    },
    // These end by Redis's own clock, which is not faked.
    async after(ms, works) {
      const ended = [...(works ? [] : ['beat']), ...(ms > 15_000 ? ['trying', 'failed', 'back'] : [])];
      await redis?.().ask(`SELECT 3\r\nDEL ${['none', ...ended].map(key).join(' ')}`);
    },
  };
};

test.each<Kind>([
  { name: 'memory', stores: onDisk, survivesKill: 'never' },
  { name: 'disk', stores: onDisk, survivesKill: 'if it works' },
  ...(redis ? [{ name: 'Redis', stores: inRedis, survivesKill: 'always' } as const] : []),
])(
  `each acknowledged event is sent, queued or dropped with a name, once, and twice only what was being sent at a kill, in $name (SEED=${seed})`,
  async (kind) => {
    let events = 0;
    const numRuns = kind.name === 'Redis' ? 12 : 100;
    const run = fc.asyncProperty(steps, async (all) => {
      const world = await createWorld(kind);
      try {
        for (const step of all) await world.act(step);
        await world.checkMeanwhile();
        events += await world.checkAtEnd();
      } finally {
        world.end();
      }
    });
    await fc.assert(run, { seed, numRuns, interruptAfterTimeLimit: 30_000, includeErrorInReport: true });
    expect(events).toBeGreaterThan(numRuns);
  },
  60_000,
);
