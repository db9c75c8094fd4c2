import { expect, test } from 'vitest';
import { createPace } from '../../../candor/src/delivery/pace';

/** A process with a clock of its own, whose envelopes take so many ms of the event loop each time. */
function aProcess({ workedMs = 2 } = {}) {
  const pauses: number[] = [];
  let [begun, at] = [0, 0];
  const wait = async (ms: number) => void pauses.push(ms);
  const pace = createPace(() => begun, { now: () => at, wait, workedMs: () => workedMs });
  return { pace, pauses, pass: (ms: number) => (at += ms), request: () => (begun += 1) };
}

test('a process without requests sends its kept envelopes without a pause', async () => {
  const { pace, pauses, pass } = aProcess();
  for (let turn = 0; turn < 3; turn += 1) {
    await pace();
    pass(1);
  }
  expect(pauses).toEqual([]);
});

test('after a request there are pauses for a second, and after the next one again', async () => {
  const { pace, pauses, pass, request } = aProcess();
  request();
  await pace();
  pass(999);
  await pace();
  expect(pauses).toHaveLength(2);
  pass(1);
  await pace();
  expect(pauses).toHaveLength(2);
  request();
  await pace();
  expect(pauses).toHaveLength(3);
});

test.each([
  ['twenty times as long as what was done before it', 2, 40],
  ['100 ms at most', 70, 100],
])('a pause takes %s', async (_, workedMs, pauseMs) => {
  const { pace, pauses, request } = aProcess({ workedMs });
  request();
  await pace();
  expect(pauses).toEqual([pauseMs]);
});

test('what was done is the work of the event loop, not the time that it waits', async () => {
  const pauses: number[] = [];
  let begun = 0;
  const pace = createPace(() => (begun += 1), { wait: async (ms) => void pauses.push(ms) });
  const computed = performance.now() + 20;
  while (performance.now() < computed);
  await pace();
  expect(pauses).toEqual([100]);
  // If its waiting counted, each of them would take as long.
  for (let turn = 0; turn < 20 && pauses.at(-1) === 100; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await pace();
  }
  expect(pauses.at(-1)).toBeLessThan(100);
});
