import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { platformWaitUntil } from '../../../candor/src/internals/server/platform-request';
import { takeConsole } from '../../support/quiet-console';
import { keepByRequest } from '../../../candor/src/failures/keep-process';

const key = Symbol.for('@next/request-context');
const offer = (context: unknown) => Reflect.set(globalThis, key, context);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, key);
});

const forever = new Promise<never>(() => {});
const throwing = () => {
  throw new Error('outside of a request');
};

/** What keeps a process, with the order of what it has waited for, and what a response and a platform are to wait for. */
function setUp({ lines = Promise.resolve(), finishing = Promise.resolve(), hasPlatform = false } = {}) {
  const order: string[] = [];
  const held: Promise<void>[] = [];
  const given: unknown[] = [];
  const keep = keepByRequest({
    delivery: { finish: (timeoutMs) => (order.push(`finish within ${timeoutMs} ms`), finishing) },
    lines: { settled: () => lines, flush: () => void order.push('flush') },
    holdResponse: (until) => void held.push(until),
  });
  const request = {
    given,
    waitUntil(work: Promise<unknown>) {
      this.given.push(work); // As a method of its request.
    },
  };
  if (hasPlatform) offer({ get: () => request });
  return { order, keep, held, given };
}

const offers = [undefined, {}, { get: () => undefined }, { get: () => ({}) }, { get: throwing }];

test.each(offers)('a platform that offers %o offers no waitUntil', (context) => {
  offer(context);
  expect(platformWaitUntil()).toBeUndefined();
});

test('with waitUntil the response waits for nothing, and the platform for all of it', async () => {
  const { order, keep, held, given } = setUp({ hasPlatform: true });
  let end = () => {};
  await keep(new Promise((resolve) => (end = resolve)));
  expect([given.length, held.length, order]).toEqual([1, 0, []]);
  await vi.advanceTimersByTimeAsync(500);
  end();
  await given[0];
  expect(order).toEqual(['finish within 1500 ms']);
});

test.each([
  ['work', 'the platform for 2 s', forever, { hasPlatform: true }, 2_000],
  ['lines', 'the platform for 2 s', Promise.resolve(), { hasPlatform: true, lines: forever }, 2_000],
  ['work', 'the response for 1 s where there is no platform', forever, {}, 1_000],
])('%s without end keep %s, and delivery is still told to finish', async (_, _whom, work, parts, ms) => {
  const { order, keep, held, given } = setUp(parts);
  const kept = keep(work);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(order).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([kept, ...given, ...held]);
  expect([given.length, held.length]).toEqual('hasPlatform' in parts ? [1, 0] : [0, 1]);
  expect(order, 'what waits is written').toEqual(['flush', 'finish within 0 ms']);
});

test.each([
  ['a waitUntil that throws is as good as none', { get: () => ({ waitUntil: throwing }) }, async () => {}],
  ['work that fails keeps nobody waiting, and is no rejection of its own', undefined, async () => throwing()],
])('%s', async (_, context, work) => {
  offer(context);
  const { order, keep } = setUp();
  await keep(work());
  expect(order.at(-1)).toBe('finish within 1000 ms');
  expect(order).not.toContain('flush');
});

test('a delivery that fails to finish fails neither the response nor what the platform waits for', async () => {
  const { keep, given } = setUp({ finishing: Promise.reject(new Error('of a team')), hasPlatform: true });
  await keep(Promise.resolve());
  await expect(given[0]).resolves.toBeUndefined();
  expect(takeConsole('error')).toEqual([expect.stringContaining('of a team')]);
});
