import { expect, test } from 'vitest';
import { createTokenBucket } from '../../../candor/delivery/token-bucket';

function setUp() {
  let at = 0;
  const bucket = createTokenBucket({ capacity: 3, perSecond: 2 }, () => at);
  const takeAll = () => {
    let taken = 0;
    while (bucket.take()) taken += 1;
    return taken;
  };
  return { bucket, takeAll, pass: (ms: number) => void (at += ms) };
}

test('starts full', () => {
  expect(setUp().takeAll()).toBe(3);
});

test('refills with time, up to its capacity', () => {
  const { takeAll, pass } = setUp();
  takeAll();
  pass(400);
  expect(takeAll()).toBe(0);
  pass(100);
  expect(takeAll()).toBe(1);
  pass(3_600_000);
  expect(takeAll()).toBe(3);
});
