import { expect, test } from 'vitest';
import { createRetries } from '../../../candor/delivery/retries';
import { envelopeOf, idOf } from './set-up-delivery';

function setUp() {
  const clock = { now: 1_000 };
  return { clock, retries: createRetries({ now: () => clock.now, random: () => 0 }) };
}

test('delays one envelope as long as the service wants, and no other', () => {
  const { clock, retries } = setUp();
  const [envelope, same] = [envelopeOf(idOf(1)), envelopeOf(idOf(1))];
  expect([retries.schedule('a', 7), retries.schedule(envelope, 60)]).toEqual([7_000, 60_000]);
  expect(['a', 'b', envelope, same].map(retries.msLeft)).toEqual([7_000, 0, 60_000, 0]);
  clock.now += 7_000;
  expect(['a', 'b', envelope, same].map(retries.msLeft)).toEqual([0, 0, 53_000, 0]);
});

test('delays one envelope longer each time, up to 5 min, until it is forgotten', () => {
  const { retries } = setUp();
  const waits = Array.from({ length: 10 }, () => retries.schedule('a', 0) / 1_000);
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  retries.forget('a');
  expect(retries.msLeft('a')).toBe(0);
  expect(retries.schedule('a', 0)).toBe(2_000);
});

test('remembers the latest 10,000 envelopes', () => {
  const { retries } = setUp();
  for (let kept = 0; kept <= 10_000; kept += 1) retries.schedule(String(kept), 1);
  expect(['0', '1', '10000'].map(retries.msLeft)).toEqual([0, 2_000, 2_000]);
});
