import { expect, test } from 'vitest';
import { BoundedMap } from '../../candor/bounded-map';

test('forgets the entry that was used longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('keeps the newest value of a key, and none of a deleted one', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('a', 2);
  map.set('b', 1);
  map.delete('b');
  expect([map.get('a'), map.get('b')]).toEqual([2, undefined]);
});
