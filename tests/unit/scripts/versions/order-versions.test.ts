import { expect, test } from 'vitest';
import { newest } from '../../../../scripts/versions/order-versions';

const versions = [
  '16.10.0',
  '16.9.3',
  '16.10.1-canary.9',
  '16.10.1-canary.10',
  '15.99.99',
  '16.10.0-canary.99',
  'latest',
];

test.each([
  ['release', '16.10.0'],
  ['canary', '16.10.1-canary.10'],
] as const)('the newest %s is found by its numbers, whatever its place in the list', (kind, expected) => {
  expect(newest(versions, kind)).toBe(expected);
  expect(newest([...versions].reverse(), kind)).toBe(expected);
});

test('versions that are neither a release nor a canary are not chosen', () => {
  expect(newest(['7.1.0-dev.20261021.1', '19.3.0-canary-fa50caf5-20251107', '11.0.0-rc.1'], 'release')).toBeUndefined();
  expect(newest(['7.1.0-dev.20261021.1', '19.3.0-canary-fa50caf5-20251107'], 'canary')).toBeUndefined();
});
