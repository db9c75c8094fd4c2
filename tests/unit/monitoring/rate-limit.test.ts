import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimit, type RateLimits } from '../../../candor/src/monitoring/rate-limit';

afterEach(() => void vi.useRealTimers());

function setUp(limits: Partial<RateLimits> = {}) {
  const clock = { now: 5_000 };
  const plenty = { concurrency: 1_000, perClientConcurrency: 1_000, perSecond: 1_000, perClientPerSecond: 1_000 };
  const rateLimit = createRateLimit({ ...plenty, ...limits }, { now: () => clock.now });
  const acquireAll = (...clients: string[]) => Promise.all(clients.map((client) => rateLimit.acquire(client)));
  const admits = async (...clients: string[]) => (await acquireAll(...clients)).map((release) => release !== undefined);
  /** How many of `attempts` come in, and leave at once. */
  async function passing(attempts: number, client = 'any') {
    const admitted = (await acquireAll(...Array<string>(attempts).fill(client))).filter((release) => release);
    for (const release of admitted) release?.();
    return admitted.length;
  }
  return { clock, acquireAll, admits, passing };
}

test('admits a limited number of concurrent requests, of one client and of all, and another when one ends', async () => {
  const { acquireAll, admits } = setUp({ concurrency: 64, perClientConcurrency: 8 });
  const admitted = (await acquireAll(...Array<string>(75).fill('one'))).filter((release) => release);
  expect(admitted).toHaveLength(8);
  const others = await admits(...Array.from({ length: 60 }, (_, other) => `other ${other}`));
  expect(others).toEqual([...Array<boolean>(56).fill(true), false, false, false, false]);
  admitted[0]?.();
  expect(await admits('one', 'one', 'another')).toEqual([true, false, false]);
});

test('counts no request over the concurrency', async () => {
  const { acquireAll, admits } = setUp({ perClientConcurrency: 1, perClientPerSecond: 2 });
  const [release] = await acquireAll('one');
  expect(await admits(...Array<string>(10).fill('one'))).toEqual(Array(10).fill(false));
  release?.();
  expect(await admits('one')).toEqual([true]);
});

test('measures by a monotonic clock', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const rateLimit = createRateLimit({ concurrency: 9, perClientConcurrency: 9, perSecond: 9, perClientPerSecond: 1 });
  expect(await rateLimit.acquire('a')).toBeDefined();
  for (const change of [-3_600_000, 7_200_000]) {
    vi.setSystemTime(Date.now() + change);
    expect(await rateLimit.acquire('a')).toBeUndefined(); // Set forward, it would be let in.
    expect(await rateLimit.acquire(`set by ${change}`)).toBeDefined(); // Set back, nobody would.
  }
});

test('limits the requests per second of one client without charging the others, and of all together', async () => {
  const { clock, passing } = setUp({ perSecond: 5, perClientPerSecond: 2 });
  const numbers = [];
  for (const client of ['one', 'other', 'third']) numbers.push(await passing(100, client));
  expect(numbers).toEqual([2, 2, 1]);
  clock.now += 1_000;
  expect(await passing(100, 'one')).toBe(2);
});

test('keeps limiting a client that keeps coming, however many others there are', async () => {
  const { passing } = setUp({ perSecond: 1_000_000, concurrency: 1, perClientPerSecond: 1 });
  expect(await passing(1, 'one')).toBe(1);
  for (let client = 0; client < 25_000; client += 1) {
    await passing(1, `client ${client}`);
    if (client % 5_000 === 0) expect(await passing(1, 'one')).toBe(0);
  }
});
