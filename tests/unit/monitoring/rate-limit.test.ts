import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimit, type RateLimits } from '../../../candor/src/monitoring/rate-limit';

afterEach(() => void vi.useRealTimers());

function setUp(limits: Partial<RateLimits> = {}) {
  const clock = { now: 5_000 };
  const plenty = { concurrency: 1_000, perClientConcurrency: 1_000, perSecond: 1_000, perClientPerSecond: 1_000 };
  const rateLimit = createRateLimit({ ...plenty, ...limits }, () => clock.now);
  const admits = (...clients: string[]) => clients.map((client) => rateLimit.acquire(client) !== undefined);
  /** How many of `attempts` come in, and leave at once. */
  const passing = (attempts: number, client = 'any') =>
    Array.from({ length: attempts }, () => rateLimit.acquire(client)).filter((leave) => {
      leave?.();
      return leave;
    }).length;
  return { clock, rateLimit, admits, passing };
}

test('admits a limited number of concurrent requests, and another when one ends', () => {
  const { rateLimit, admits } = setUp({ concurrency: 2 });
  const [leave] = [rateLimit.acquire('a'), rateLimit.acquire('b')];
  expect(admits('c')).toEqual([false]);
  leave?.();
  expect(admits('c', 'd')).toEqual([true, false]);
});

test('limits the concurrent requests of one client, and leaves the rest to others', () => {
  const { rateLimit, admits } = setUp({ concurrency: 64, perClientConcurrency: 8 });
  const admitted = Array.from({ length: 75 }, () => rateLimit.acquire('one')).filter(Boolean);
  expect(admitted).toHaveLength(8);
  const others = Array.from({ length: 30 }, (_, other) => `other ${other}`);
  expect(admits(...others)).toEqual(Array(30).fill(true));
  admitted[0]?.();
  expect(admits('one', 'one')).toEqual([true, false]);
});

test('takes no token for a request over the concurrency', () => {
  const { rateLimit, admits } = setUp({ perClientConcurrency: 1, perClientPerSecond: 2 });
  const leave = rateLimit.acquire('one');
  expect(admits(...Array<string>(10).fill('one'))).toEqual(Array(10).fill(false));
  leave?.();
  expect(admits('one')).toEqual([true]);
});

test('remembers a client with a request in flight, however many others come', () => {
  const { rateLimit, admits, passing } = setUp({ perSecond: 1_000_000, perClientConcurrency: 1 });
  const leave = rateLimit.acquire('one');
  for (let client = 0; client < 25_000; client += 1) passing(1, `client ${client}`);
  expect(admits('one')).toEqual([false]);
  leave?.();
  expect(admits('one')).toEqual([true]);
});

test('measures by a monotonic clock', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const rateLimit = createRateLimit({ concurrency: 9, perClientConcurrency: 9, perSecond: 9, perClientPerSecond: 1 });
  expect(rateLimit.acquire('a')).toBeDefined();
  for (const change of [-3_600_000, 7_200_000]) {
    vi.setSystemTime(Date.now() + change);
    expect(rateLimit.acquire('a')).toBeUndefined(); // Set forward, it would be let in.
    expect(rateLimit.acquire(`set by ${change}`)).toBeDefined(); // Set back, nobody would.
  }
});

test('limits requests per second, and admits more as time passes', () => {
  const { clock, passing } = setUp({ perSecond: 10 });
  expect(passing(15)).toBe(10);
  clock.now += 500;
  expect(passing(15)).toBe(5);
  clock.now += 3_600_000;
  expect(passing(15)).toBe(10);
});

test('limits the requests per second of one client without charging the others, and of all together', () => {
  const { clock, passing } = setUp({ perSecond: 5, perClientPerSecond: 2 });
  expect(['one', 'other', 'third'].map((client) => passing(100, client))).toEqual([2, 2, 1]);
  clock.now += 1_000;
  expect(passing(100, 'one')).toBe(2);
});

test('keeps limiting a client that keeps coming, however many others there are', () => {
  const { passing } = setUp({ perSecond: 1_000_000, concurrency: 1, perClientPerSecond: 1 });
  expect(passing(1, 'one')).toBe(1);
  for (let client = 0; client < 25_000; client += 1) {
    passing(1, `client ${client}`);
    if (client % 5_000 === 0) expect(passing(1, 'one')).toBe(0);
  }
});
