import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf, installDigest, isEventId, newEventId } from '../../../app/_reporting/digest';

const eventId = '0123456789abcdef0123456789abcdef';

describe('newEventId', () => {
  test('is 32 hexadecimal digits, another each time', () => {
    const ids = Array.from({ length: 100 }, newEventId);
    expect(ids.filter(isEventId)).toHaveLength(100);
    expect(new Set(ids).size).toBe(100);
  });
});

describe('isEventId', () => {
  test.each(['', eventId.slice(1), `${eventId}0`, eventId.toUpperCase(), `${eventId}\n`, `g${eventId.slice(1)}`])(
    'is not %j',
    (text) => {
      expect(isEventId(text)).toBe(false);
    },
  );
});

describe('digestOf', () => {
  test.each([eventId, '2338064195', '2338064195@E394', 'a', 'DYNAMIC_SERVER_USAGE', 'x'.repeat(64)])(
    'reads %s',
    (digest) => {
      expect(digestOf({ digest })).toBe(digest);
      expect(digestOf(Object.assign(new Error(), { digest }))).toBe(digest);
    },
  );

  test.each([
    '',
    'x'.repeat(65),
    '<b>',
    'a b',
    'a\n',
    'NEXT_HTTP_ERROR_FALLBACK;404',
    'NEXT_REDIRECT;push;/a?b;307;',
    42,
    null,
    { toString: () => eventId },
  ])('reads none where it is %j', (digest) => {
    expect(digestOf({ digest })).toBeUndefined();
  });

  test.each([undefined, null, 'digest', 42, {}, new Error()])('reads none from %o', (thrown) => {
    expect(digestOf(thrown)).toBeUndefined();
  });
});

describe('the digest of every error', () => {
  beforeEach(() => installDigest());
  afterEach(() => {
    delete (Error.prototype as { digest?: unknown }).digest;
  });

  test('is an event id, one for each error, and stays the same', () => {
    const [one, other] = [new Error('same'), new Error('same')];
    const digest = digestOf(one);
    expect(digest).toSatisfy(isEventId);
    expect(digestOf(one)).toBe(digest);
    expect(digestOf(other)).toSatisfy(isEventId);
    expect(digestOf(other)).not.toBe(digest);
  });

  test.each([
    ['a subclass', new (class Odd extends TypeError {})()],
    ['a DOMException', new DOMException('aborted', 'AbortError')],
    ['an AggregateError', new AggregateError([])],
  ])('is there for %s', (_, error) => {
    expect(digestOf(error)).toSatisfy(isEventId);
  });

  test('is printed with the error once it was read, and does not show before', () => {
    const error = new Error('x');
    expect(Object.keys(error)).toEqual([]);
    const digest = digestOf(error);
    expect(Object.keys(error)).toEqual(['digest']);
    expect(inspect(error)).toContain(`digest: '${digest}'`);
  });

  test('can be written, before and after it was read', () => {
    const error = new Error('x') as Error & { digest?: string };
    error.digest = 'NEXT_REDIRECT;push;/;307;';
    expect(error.digest).toBe('NEXT_REDIRECT;push;/;307;');
    error.digest = 'other';
    expect(error).toMatchObject({ digest: 'other' });
    expect(Object.keys(error)).toEqual(['digest']);
  });

  test.each([Object.freeze, Object.seal, Object.preventExtensions])('is kept for what went through %o', (close) => {
    const [one, other] = [close(new Error('x')), close(new Error('x'))];
    const digest = digestOf(one);
    expect(digest).toSatisfy(isEventId);
    expect(digestOf(one)).toBe(digest);
    expect(digestOf(other)).not.toBe(digest);
  });

  test('leaves a frozen error the digest that it brings along', () => {
    expect(digestOf(Object.freeze(Object.assign(new Error('x'), { digest: 'mine' })))).toBe('mine');
  });

  test.each([Error, TypeError, DOMException, class Odd extends Error {}])(
    'is not given to a prototype, where all would share it: %o',
    (Type) => {
      expect((Type.prototype as { digest?: unknown }).digest).toBeUndefined();
      expect(digestOf(new Type('one'))).not.toBe(digestOf(new Type('other')));
    },
  );

  test('survives a second installation', () => {
    const error = new Error('x');
    const digest = digestOf(error);
    installDigest();
    expect(digestOf(error)).toBe(digest);
    expect(digestOf(new Error('x'))).toSatisfy(isEventId);
  });
});
