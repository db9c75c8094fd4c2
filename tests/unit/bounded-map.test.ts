import { expect, test } from 'vitest';
import { BoundedMap } from '../../candor/bounded-map';

test('forgets the least recently used entry', () => {
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

test('keeps an entry that may not be forgotten, and forgets the next one', () => {
  const map = new BoundedMap<string, number>(2, { mayForget: (value) => value !== 1 });
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    map.set(key, value);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
  const full = new BoundedMap<string, number>(1, { mayForget: (value) => value !== 1 });
  for (const key of ['a', 'b']) full.set(key, 1);
  expect([full.get('a'), full.get('b')]).toEqual([1, 1]);
});
