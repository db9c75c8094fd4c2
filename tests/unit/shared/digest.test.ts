import { expect, test } from 'vitest';
import { digestOf, isEventId, newEventId } from '../../../candor/src/shared/digest';

const eventId = '0123456789abcdef0123456789abcdef';

test('a new event id is 32 hexadecimal digits, another each time', () => {
  const ids = Array.from({ length: 100 }, newEventId);
  expect(new Set(ids.filter(isEventId)).size).toBe(100);
});

test('other texts are not event ids', () => {
  const others = ['', eventId.slice(1), `${eventId}0`, eventId.toUpperCase(), `${eventId}\n`, `g${eventId.slice(1)}`];
  expect(others.filter(isEventId)).toEqual([]);
});

const digests = [eventId, '2338064195', '2338064195@E394', 'a', 'DYNAMIC_SERVER_USAGE', 'x'.repeat(64)];

test.each(digests)('reads %s', (digest) => {
  for (const holder of [{}, new Error()]) expect(digestOf(Object.assign(holder, { digest }))).toBe(digest);
});

test('reads no digest where there is none, or reading throws', () => {
  const get = () => {
    throw new Error('no');
  };
  const notDigests = [
    ...['', 'x'.repeat(65), '<b>', 'a b', 'a\n', 'NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_REDIRECT;push;/a?b;307;'],
    ...[42, null, { toString: () => eventId }],
  ].map((digest) => ({ digest }));
  const unreadable = [Object.defineProperty(new Error(), 'digest', { get }), new Proxy({}, { has: () => true, get })];
  for (const thrown of [...notDigests, undefined, null, 'digest', 42, {}, new Error(), ...unreadable])
    expect(digestOf(thrown)).toBeUndefined();
});
