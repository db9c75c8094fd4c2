import { expect, test } from 'vitest';
import { BoundedMap } from '../../../candor/src/shared/bounded-map';

test('a bounded map forgets the least recently used entry, and has the newest value of a key', () => {
  const map = new BoundedMap<string, number>(2);
  for (const [key, value] of Object.entries({ a: 1, b: 2 })) map.set(key, value);
  map.set('a', 3);
  map.set('b', 4);
  expect(map.get('a')).toBe(3);
  map.set('c', 5);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 5]);
});
