import { expect, test } from 'vitest';
import { Acknowledged, type Found } from '../../../../candor/src/outbox/redis/redis-acknowledged';

const all = (found: Found, keys: readonly string[]) => keys.map(() => found);

test('an envelope is lost when it was missing twice in a row, and is so once', () => {
  const acknowledged = new Acknowledged(10);
  acknowledged.add('a');
  const look = (found: Found) => acknowledged.update(['a'], [found]);
  expect([look('missing'), look('kept'), look('missing')]).toEqual([[], [], []]);
  expect([look('missing'), look('missing')]).toEqual([['a'], []]);
  expect(acknowledged.next()).toEqual([]);
});

test('an event that was sent or dropped, or removed while Redis was asked, is not lost', () => {
  const acknowledged = new Acknowledged(10);
  for (const key of ['over', 'removed']) acknowledged.add(key);
  const asked = acknowledged.next();
  acknowledged.update(asked, all('missing', asked));
  acknowledged.delete('removed');
  expect(acknowledged.update(asked, ['over', 'missing'])).toEqual([]);
  expect(acknowledged.next()).toEqual([]);
});

test('1,000 are looked for at a time, in turn, and past the limit the oldest is forgotten', () => {
  const acknowledged = new Acknowledged(1_500);
  for (let key = 0; key < 1_501; key += 1) acknowledged.add(String(key));
  const first = acknowledged.next();
  expect([first.length, first[0]]).toEqual([1_000, '1']);
  acknowledged.update(first, all('kept', first));
  expect(acknowledged.next().slice(498, 502)).toEqual(['1499', '1500', '1', '2']);
});
