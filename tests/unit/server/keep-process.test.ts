import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { platformWaitUntil } from '../../../candor/src/internals/server/platform-request';
import { keepByRequest } from '../../../candor/src/server/keep-process';

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

/** What keeps a process, with the order of what it has waited for. */
function setUp({ lines = Promise.resolve() as Promise<void>, finishing = Promise.resolve() as Promise<void> } = {}) {
  const order: string[] = [];
  const finish = (timeoutMs: number) => (order.push(`finish within ${timeoutMs} ms`), finishing);
  const held: Promise<void>[] = [];
  const keep = keepByRequest({
    delivery: { finish },
    lines: { settled: () => lines, flush: () => void order.push('flush') },
    holdResponse: (until) => void held.push(until),
  });
  return { order, keep, held };
}

function offerWaitUntil() {
  const request = {
    given: [] as unknown[],
    waitUntil(work: Promise<unknown>) {
      this.given.push(work); // As a method of its request.
    },
  };
  offer({ get: () => request });
  return request.given;
}

test.each([undefined, {}, { get: () => undefined }, { get: () => ({}) }, { get: throwing }])(
  'a platform that offers %o offers no waitUntil',
  (context) => {
    offer(context);
    expect(platformWaitUntil()).toBeUndefined();
  },
);

test('with waitUntil the response waits for nothing, and the platform for all of it', async () => {
  const given = offerWaitUntil();
  const { order, keep, held } = setUp();
  let end = () => {};
  await keep(new Promise((resolve) => (end = resolve)));
  expect([given.length, held.length, order]).toEqual([1, 0, []]);
  await vi.advanceTimersByTimeAsync(500);
  end();
  await given[0];
  expect(order).toEqual(['finish within 1500 ms']);
});

test.each([
  ['work', forever, {}],
  ['lines', Promise.resolve(), { lines: forever }],
])('%s without end keep the platform for 2 s, and delivery is still told to finish', async (_, work, endless) => {
  const given = offerWaitUntil();
  const { order, keep } = setUp(endless);
  await keep(work);
  await vi.advanceTimersByTimeAsync(2_000);
  await given[0];
  expect(order, 'what waits is written').toEqual(['flush', 'finish within 0 ms']);
});

test('without waitUntil the response waits for as long as the setting says', async () => {
  const { order, keep, held } = setUp();
  const kept = keep(forever).then(() => void order.push('kept'));
  await vi.advanceTimersByTimeAsync(999);
  expect(order).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([kept, ...held]);
  expect(held).toHaveLength(1);
  expect(order).toEqual(['flush', 'finish within 0 ms', 'kept']);
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
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const given = offerWaitUntil();
  const { keep } = setUp({ finishing: Promise.reject(new Error('an outbox of a team')) });
  await keep(Promise.resolve());
  await expect(given[0]).resolves.toBeUndefined();
  expect(printed).toHaveBeenCalledTimes(1);
});
