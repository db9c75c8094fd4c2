import { expect, test } from 'vitest';
import { BoundedMap } from '../../../candor/src/shared/bounded-map';

const valuesOf = (map: BoundedMap<string, number>) => ['a', 'b', 'c'].map((key) => map.get(key));

test('forgets the least recently used entry', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(valuesOf(map)).toEqual([1, undefined, 3]);
});

test('keeps the newest value of a key, and none of a deleted one', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('a', 2);
  map.set('b', 1);
  map.delete('b');
  expect(valuesOf(map)).toEqual([2, undefined, undefined]);
});

test('keeps an entry that may not be forgotten, and forgets the next one', () => {
  const mayForget = (value: number) => value !== 1;
  const map = new BoundedMap<string, number>(2, { mayForget });
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value);
  expect(valuesOf(map)).toEqual([1, undefined, 3]);
  const full = new BoundedMap<string, number>(1, { mayForget });
  for (const key of ['a', 'b']) full.set(key, 1);
  expect(valuesOf(full)).toEqual([1, 1, undefined]);
});
