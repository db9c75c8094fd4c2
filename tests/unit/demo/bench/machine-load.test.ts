import { expect, test } from 'vitest';
import { machineLoad, parseBusyTicks } from '../../../bench/machine-load';

test('idle time and waiting for the disk are not busy, and what the hypervisor took is', () => {
  expect(parseBusyTicks('cpu  1000 200 30 90000 5000 4 5 600 70 8\ncpu0 1 2 3 4 5 6 7 8 9 10\n')).toBe(1839);
});

test('what all programs did is divided among the benchmark and the others, in cores', () => {
  const from = { busy: 1_000, ours: 500, at: 10_000 };
  const to = { busy: 1_300, ours: 700, at: 12_000 };
  expect(machineLoad(from, to, 2.5)).toEqual({ ours: 1, others: 0.5, loadAverage: 2.5 });
});

test('others have no less than nothing when a tick is counted for the benchmark first', () => {
  const from = { busy: 1_000, ours: 500, at: 0 };
  expect(machineLoad(from, { busy: 1_100, ours: 601, at: 1_000 }, 1).others).toBe(0);
});
