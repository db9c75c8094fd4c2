import { expect, onTestFinished, test, vi } from 'vitest';
import { sampleFailures } from '../../../candor/src/shared/server-facts';
import { createSampleFailures } from '../../../candor/src/server/sample-failures';
import { installTestContext } from './test-context';

type Limit = ReturnType<typeof createSampleFailures>;

function setUp(perMinute: number) {
  const lines: [object, string][] = [];
  const log = { info: (...line: [object, string]) => void lines.push(line), warn: () => {}, error: () => {} };
  const clock = { now: 1_000_000 };
  return { limit: createSampleFailures({ perMinute, log, now: () => clock.now }), clock, lines };
}

const allowed = { state: 'allowed' };
const limited = (retryAfterSeconds: number) => ({ state: 'limited', retryAfterSeconds });

const inTurn = (limit: Limit, ...calls: (keyof Limit)[]) => Promise.all(calls.map((call) => limit[call]()));

test('allows the failures of a minute up to the limit, and then says when the next is allowed', async () => {
  const { limit, clock } = setUp(2);
  expect(await inTurn(limit, 'consume', 'consume', 'consume')).toEqual([allowed, allowed, limited(60)]);
  clock.now += 59_001;
  expect(await limit.consume()).toEqual(limited(1));
  clock.now += 999;
  expect(await inTurn(limit, 'consume', 'consume', 'consume')).toEqual([allowed, allowed, limited(60)]);
});

test('peek counts nothing', async () => {
  const { limit } = setUp(1);
  expect(await inTurn(limit, 'peek', 'peek', 'consume', 'peek')).toEqual([allowed, allowed, allowed, limited(60)]);
});

test('allows nothing at 0', async () => {
  const { limit, clock } = setUp(0);
  expect(await limit.consume()).toEqual(limited(60));
  clock.now += 60_000;
  expect(await limit.consume()).toEqual(limited(60));
});

test('logs once a minute that the limit was reached', async () => {
  const { limit, clock, lines } = setUp(1);
  const line = [{ perMinute: 1, retryAfterSeconds: 60 }, 'sample failures limited'];
  await inTurn(limit, 'consume', 'consume', 'consume');
  expect(lines).toEqual([line]);
  clock.now += 60_000;
  await inTurn(limit, 'consume', 'consume', 'consume');
  expect(lines).toEqual([line, line]);
});

test.each([
  ['back', -3_600_000],
  ['forward', 45 * 24 * 3_600_000],
])('a clock that is set %s changes nothing', async (_, setMs) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const limit = createSampleFailures({ perMinute: 1, log });
  expect(await inTurn(limit, 'consume', 'consume')).toEqual([allowed, limited(60)]);
  vi.setSystemTime(Date.now() + setMs);
  expect(await limit.consume()).toEqual(limited(60));
  vi.advanceTimersByTime(60_000);
  expect(await limit.consume()).toEqual(allowed);
});

test('a page finds the limit of its process, and none before the server has started', async () => {
  expect(sampleFailures).toThrow('The server context is not installed');
  const { limit } = setUp(1);
  installTestContext({ sampleFailures: limit });
  expect(await Promise.all([sampleFailures().consume(), sampleFailures().consume()])).toEqual([allowed, limited(60)]);
});
