import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEventBudget, createFirstOfDay } from '../../../candor/src/monitoring/event-budget';
import type { EventBudget, EventLimits } from '../../../candor/src/monitoring/event-budget';
import { createRateLimit, type RateLimits } from '../../../candor/src/monitoring/rate-limit';
import { RedisDeployment } from '../../../candor/src/outbox/redis/redis-deployment';
import { RedisLink } from '../../../candor/src/outbox/redis/redis-link';
import { redisIsMissing } from '../../support/redis';
import { newPrefix, redisOfThisFile } from '../outbox/redis/set-up-shared';

const hourMs = 3_600_000;
const many = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

/** Takes five events from each budget, all at once. */
async function takeFive(...budgets: EventBudget[]) {
  const all = await Promise.all(budgets.flatMap((budget) => many(5, budget)).map((budget) => budget.take()));
  return { taken: all.filter((one) => one.state === 'taken'), spent: all.filter((one) => one.state === 'spent') };
}

describe('a budget of events', () => {
  function setUp(limits: Partial<EventLimits>) {
    const clock = { now: 12_345 };
    const budget = createEventBudget({ perHour: 1_000, perDay: 10_000, ...limits }, { now: () => clock.now });
    return { clock, budget, takenOfFive: async () => (await takeFive(budget)).taken.length };
  }

  test('bounds the events of an hour and of a day, and starts again when that is over', async () => {
    const { clock, takenOfFive } = setUp({ perHour: 3, perDay: 7 });
    const taken: number[] = [];
    for (const ms of [0, hourMs - 1, 1, hourMs, hourMs, 21 * hourMs - 1, 1]) {
      clock.now += ms;
      taken.push(await takenOfFive());
    }
    expect(taken).toEqual([3, 0, 3, 1, 0, 0, 3]);
  });

  test('gets an unused event back, unless its window is over', async () => {
    const { clock, budget, takenOfFive } = setUp({ perHour: 1 });
    const first = await budget.take();
    if (first.state === 'taken') first.refund();
    const second = await budget.take();
    clock.now += hourMs;
    expect([second.state, await takenOfFive()]).toEqual(['taken', 1]);
    if (second.state === 'taken') second.refund();
    expect(await takenOfFive()).toBe(0);
  });

  test.each([
    [{ perHour: 1 }, 50 * 60_000 + 1, 'hour', 600],
    [{ perDay: 1 }, 0, 'day', 3_600],
    [{ perDay: 1 }, 24 * hourMs - 1, 'day', 1],
  ])('of %j after %i ms says to retry when the %s ends, in %i s', async (limits, ms, per, retryAfterSeconds) => {
    const { clock, budget } = setUp(limits);
    await budget.take();
    clock.now += ms;
    expect(await budget.take()).toMatchObject({ state: 'spent', per, limit: 1, retryAfterSeconds });
  });

  test('marks the first event over the limit of a window, and counts them all', async () => {
    const { clock, budget } = setUp({ perHour: 0 });
    for (const isFirst of [true, false, false]) expect(await budget.take()).toMatchObject({ state: 'spent', isFirst });
    clock.now += hourMs;
    for (const isFirst of [true, false]) expect(await budget.take()).toMatchObject({ state: 'spent', isFirst });
    expect(budget.limited()).toBe(5);
  });

  test('has a monotonic clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const budget = createEventBudget({ perHour: 1, perDay: 1 });
    expect(await budget.take()).toMatchObject({ state: 'taken' });
    for (const days of [2, -60]) {
      vi.setSystemTime(Date.now() + days * 24 * hourMs);
      expect(await budget.take()).toMatchObject({ state: 'spent', retryAfterSeconds: 3_600 });
    }
  });
});

describe('a rate limit', () => {
  function setUp(limits: Partial<RateLimits> = {}) {
    const clock = { now: 5_000 };
    const plenty = { concurrency: 1_000, perClientConcurrency: 1_000, perSecond: 1_000, perClientPerSecond: 1_000 };
    const rateLimit = createRateLimit({ ...plenty, ...limits }, { now: () => clock.now });
    const acquireAll = (...clients: string[]) => Promise.all(clients.map((client) => rateLimit.acquire(client)));
    const admits = async (...clients: string[]) =>
      (await acquireAll(...clients)).map((release) => release !== undefined);
    /** How many of `attempts` come in, and leave at once. */
    async function passing(attempts: number, client: string) {
      const admitted = (await acquireAll(...many(attempts, client))).filter((release) => release);
      for (const release of admitted) release?.();
      return admitted.length;
    }
    return { clock, acquireAll, admits, passing };
  }

  test('admits some concurrent requests, of one client and of all, and another when one ends', async () => {
    const { acquireAll, admits } = setUp({ concurrency: 64, perClientConcurrency: 8 });
    const admitted = (await acquireAll(...many(75, 'one'))).filter((release) => release);
    expect(admitted).toHaveLength(8);
    const others = await admits(...Array.from({ length: 60 }, (_, other) => `other ${other}`));
    expect(others).toEqual([...many(56, true), ...many(4, false)]);
    admitted[0]?.();
    expect(await admits('one', 'one', 'another')).toEqual([true, false, false]);
  });

  test('counts no request over the concurrency', async () => {
    const { acquireAll, admits } = setUp({ perClientConcurrency: 1, perClientPerSecond: 2 });
    const [release] = await acquireAll('one');
    expect(await admits(...many(10, 'one'))).toEqual(many(10, false));
    release?.();
    expect(await admits('one')).toEqual([true]);
  });

  test('bounds the requests per second of one client without charging the others, and of all together', async () => {
    const { clock, passing } = setUp({ concurrency: 100, perSecond: 5, perClientPerSecond: 2 });
    const numbers = [];
    for (const client of ['one', 'other', 'third']) numbers.push(await passing(100, client));
    clock.now += 1_000;
    expect([...numbers, await passing(100, 'one')]).toEqual([2, 2, 1, 2]);
  });

  test('holds for a client that keeps coming, however many others there are', async () => {
    const { passing } = setUp({ perSecond: 1_000_000, concurrency: 1, perClientPerSecond: 1 });
    expect(await passing(1, 'one')).toBe(1);
    for (let client = 0; client < 25_000; client += 1) {
      await passing(1, `client ${client}`);
      if (client % 5_000 === 0) expect(await passing(1, 'one')).toBe(0);
    }
  });
});

test('of a thousand and one shapes of events the oldest is forgotten', async () => {
  const take = createFirstOfDay({ now: () => 0 });
  for (let shape = 0; shape <= 1_000; shape += 1) await take(String(shape));
  expect([await take('1'), await take('0')]).toEqual([undefined, expect.any(Function)]);
});

describe.skipIf(redisIsMissing)(`limits of a deployment${redisIsMissing ? `, but ${redisIsMissing}` : ''}`, () => {
  const redis = redisOfThisFile();

  /** Ten instances. */
  async function startTen() {
    const options = { url: redis().url, prefix: newPrefix(), timeoutMs: 2_000 };
    const links = await Promise.all(many(10, options).map((each) => RedisLink.open(each)));
    onTestFinished(() => links.forEach((link) => link.close()));
    const deployments = links.map((link) => new RedisDeployment(link));
    const limits = { perHour: 20, perDay: 30 };
    return {
      deployments,
      budgets: deployments.map((deployment) => createEventBudget(limits, { name: 'a', deployment })),
    };
  }

  test('ten instances forward no more events in an hour than one, one says so, and gives back what it did not', async () => {
    const { deployments, budgets } = await startTen();
    const { taken, spent } = await takeFive(...budgets);
    expect([taken.length, spent.length]).toEqual([20, 30]);
    expect(spent.filter(({ isFirst }) => isFirst)).toEqual([expect.objectContaining({ limit: 20, per: 'hour' })]);
    for (const { refund } of taken) refund();
    await Promise.all(deployments.map((deployment) => deployment.settled()));
    expect((await takeFive(...budgets)).taken).toHaveLength(20);
  });

  test('ten instances let one event of a shape through, and the next where that one was given back', async () => {
    const { deployments } = await startTen();
    const takes = deployments.map((deployment) => createFirstOfDay({ deployment }));
    const [giveBack, ...more] = (await Promise.all(takes.map((take) => take('1a')))).filter(Boolean);
    expect(more).toEqual([]);
    giveBack?.();
    await Promise.all(deployments.map((deployment) => deployment.settled()));
    expect(await takes[0]?.('1a')).toBeTypeOf('function');
  });

  test('the requests per second of a client are those to all instances, and a rejected one holds no place', async () => {
    const rates = { concurrency: 3, perClientConcurrency: 3, perSecond: 1_000, perClientPerSecond: 2 };
    const instances = (await startTen()).deployments.map((deployment) => createRateLimit(rates, { deployment }));
    const admitted = await Promise.all(instances.map((instance) => instance.acquire('one')));
    expect(admitted.filter(Boolean)).toHaveLength(2);
    const another = await Promise.all(instances.map((instance) => instance.acquire('another')));
    expect(another).toContainEqual(expect.any(Function));
  });

  test('without Redis each instance has its own limits', async () => {
    const { budgets } = await startTen();
    await redis().kill();
    expect((await takeFive(...budgets)).taken).toHaveLength(50);
    for (let turn = 0; turn < 3; turn += 1) await takeFive(...budgets);
    expect((await takeFive(...budgets)).taken).toHaveLength(0);
    await redis().restart();
  });
});
