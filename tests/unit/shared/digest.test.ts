import { describe, expect, test } from 'vitest';
import { digestOf, isEventId, newEventId } from '../../../candor/src/shared/digest';

const eventId = '0123456789abcdef0123456789abcdef';

test('a new event id is 32 hexadecimal digits, another each time', () => {
  const ids = Array.from({ length: 100 }, newEventId);
  expect(ids.filter(isEventId)).toHaveLength(100);
  expect(new Set(ids).size).toBe(100);
});

const notIds = ['', eventId.slice(1), `${eventId}0`, eventId.toUpperCase(), `${eventId}\n`, `g${eventId.slice(1)}`];

test.each(notIds)('%j is not an event id', (text) => expect(isEventId(text)).toBe(false));

describe('digestOf', () => {
  const digests = [eventId, '2338064195', '2338064195@E394', 'a', 'DYNAMIC_SERVER_USAGE', 'x'.repeat(64)];

  test.each(digests)('reads %s', (digest) => {
    expect(digestOf({ digest })).toBe(digest);
    expect(digestOf(Object.assign(new Error(), { digest }))).toBe(digest);
  });

  const get = () => {
    throw new Error('no');
  };
  const notDigests = [
    ...['', 'x'.repeat(65), '<b>', 'a b', 'a\n', 'NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_REDIRECT;push;/a?b;307;'],
    ...[42, null, { toString: () => eventId }],
  ].map((digest) => ({ digest }));
  const unreadable = [Object.defineProperty(new Error(), 'digest', { get }), new Proxy({}, { has: () => true, get })];

  test('reads none where there is none, or reading throws', () => {
    for (const thrown of [...notDigests, undefined, null, 'digest', 42, {}, new Error(), ...unreadable])
      expect(digestOf(thrown)).toBeUndefined();
  });
});
