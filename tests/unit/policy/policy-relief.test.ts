import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createPolicyRelief,
  policyState,
  reliefLimits,
  type ReliefLimits,
} from '../../../candor/src/policy/policy-relief';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(fallback: 'relax' | 'block' = 'relax', limits?: ReliefLimits) {
  const told: unknown[] = [];
  const observer = {
    reliefStarts: (limits: ReliefLimits) => void told.push('starts', limits),
    reliefEnds: (limits: ReliefLimits) => void told.push('ends', limits),
  };
  return { relief: createPolicyRelief(fallback, observer, limits), told };
}

test('starts at the first page of an unknown form, for 1,000 documents and 10 minutes', () => {
  const { relief, told } = create();
  expect([relief.take(), policyState()]).toEqual([false, 'enforced']);
  relief.formIsUnknown();
  relief.formIsUnknown();
  expect([relief.take(), policyState()]).toEqual([true, 'report-only']);
  expect(told).toEqual(['starts', { documents: 1_000, minutes: 10 }]);
});

test('ends with the last document, once and for ever', () => {
  const { relief, told } = create('relax', { documents: 3, minutes: 10 });
  relief.formIsUnknown();
  expect([1, 2, 3, 4].map(() => relief.take())).toEqual([true, true, true, false]);
  relief.formIsUnknown();
  vi.advanceTimersByTime(600_000);
  expect([relief.take(), policyState()]).toEqual([false, 'strict after relief']);
  expect(told.filter((what) => what === 'ends')).toHaveLength(1);
});

test('ends with the last minute, though no document comes', () => {
  const { relief } = create();
  relief.formIsUnknown();
  vi.advanceTimersByTime(reliefLimits.minutes * 60_000 - 1);
  expect(policyState()).toBe('report-only');
  vi.advanceTimersByTime(1);
  expect([policyState(), relief.take()]).toEqual(['strict after relief', false]);
});

test('never starts in a process that has seen a page of a known form, and ends when it sees one', () => {
  const { relief } = create();
  relief.formIsKnown();
  relief.formIsUnknown();
  expect([relief.take(), policyState()]).toEqual([false, 'enforced']);

  const { relief: later } = create();
  later.formIsUnknown();
  later.formIsKnown();
  expect([later.take(), policyState()]).toEqual([false, 'strict after relief']);
});

test('with `block` it never starts', () => {
  const { relief, told } = create('block');
  relief.formIsUnknown();
  expect([relief.take(), policyState(), told]).toEqual([false, 'enforced', []]);
});
