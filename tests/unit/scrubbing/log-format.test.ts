import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { describeError, oneLine, type ErrorDescription } from '../../../candor/src/scrubbing/log-format';

test.each<[string, string, string, number?]>([
  ['line breaks', 'a\r\nb\nc', 'a b c'],
  ['Unicode line breaks', 'a\u2028b\u2029c\u0085d', 'a b c d'],
  ['terminal escapes', 'a\u001b[31mb\u009b1mc', 'a [31mb 1mc'],
  ['NUL and DEL', 'a\0b\u007fc', 'a b c'],
  ['bidirectional overrides', 'a\u202eb\u2066c\u200fd', 'a b c d'],
  ['invisible characters', 'a\u200bb\ufeffc', 'a b c'],
  ['half a character', 'a\ud83db\udc00c', 'a b c'],
  ['nothing readable', 'Grüße, 世界 🙂 /a%20b', 'Grüße, 世界 🙂 /a%20b'],
  ['half a character at its limit', 'ab🙂', 'ab ', 3],
])('one line has a space in place of %s', (_, text, expected, maxLength) => {
  expect(oneLine(text, maxLength)).toBe(expected);
});

test('describes an error of another realm, as the edge runtime has one, like one of its own', () => {
  const error = runInNewContext("new TypeError('a b', { cause: new Error('c') })") as Error;
  expect(error).not.toBeInstanceOf(Error);
  const cause = { type: 'Error', message: 'c', stack: (error.cause as Error).stack };
  expect(describeError(error)).toEqual({ type: 'TypeError', message: 'a b', stack: error.stack, cause });
});

test('cleans the stack line by line, and truncates stack and message', () => {
  const stackOf = (stack: string) => describeError(Object.assign(new Error('x'), { stack })).stack;
  const stack = 'Error: \u001b[31mx\n    at a\u2028b\r\n    at c';
  expect(stackOf(stack)).toBe('Error:  [31mx\n    at a b \n    at c');
  expect(stackOf('x\n'.repeat(10_000))).toHaveLength(8_000);
  expect(describeError('x'.repeat(5_000)).message).toHaveLength(1_000);
});

test('scrubs secrets in name, message and stack before it truncates them', () => {
  const error = Object.assign(new Error(`password=${'x'.repeat(2_000)}`), { name: 'token=abc' });
  const stack = expect.stringMatching(/password=\[masked\]\n {4}at .*log-format\.test\.ts:\d+:\d+/) as string;
  expect(describeError(error)).toEqual({ type: 'token=[masked]', message: 'password=[masked]', stack });
});

test('masks nothing under the development server', () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect(describeError('password=hunter2')).toEqual({ type: 'string', message: 'password=hunter2' });
});

const keysOfPrototype: unknown = JSON.parse('{"__proto__":{"message":"a"},"constructor":"b"}');

test.each([
  ['a string', 'a\nb', 'string', 'a b'],
  ['null', null, 'object', 'null'],
  ['undefined', undefined, 'undefined', 'undefined'],
  ['a symbol', Symbol('x'), 'symbol', 'Symbol(x)'],
  ['a plain object', { a: 1 }, 'object', '[object Object]'],
  ['an object with a message', { message: 'a\nb' }, 'object', 'a b'],
  ['an object whose message is not a text', { message: { a: 1 } }, 'object', '[object Object]'],
  ['an object without prototype', Object.create(null), 'object', '[object Object]'],
  ['an object with the keys of a prototype', keysOfPrototype, 'object', '[object Object]'],
])('describes %s', (_, thrown, type, message) => expect(describeError(thrown)).toEqual({ type, message }));

test('has the code of an error, its causes, and the errors of an AggregateError', () => {
  const cause = Object.assign(new RangeError('connect ECONNREFUSED, password=hunter2'), { code: 'ECONNREFUSED' });
  const stock = new AggregateError([new TypeError('one'), 'token=abc'], 'no stock', { cause });
  const errors: object[] = [{ message: 'one' }, { type: 'string', message: 'token=[masked]' }];
  expect(describeError(new Error('no offers', { cause: stock }))).toMatchObject({
    message: 'no offers',
    cause: {
      ...{ type: 'AggregateError', message: 'no stock', stack: expect.stringContaining('log-format.test.ts'), errors },
      cause: { type: 'RangeError', message: 'connect ECONNREFUSED, password=[masked]', code: 'ECONNREFUSED' },
    },
  });
  const codes = [20, { a: 1 }].map((code) => describeError(Object.assign(new Error('a'), { code })).code);
  expect(codes).toEqual([20, undefined]);
});

const messagesOf = ({ message, cause, errors = [] }: ErrorDescription): string[] => [
  message,
  ...[...(cause ? [cause] : []), ...errors].flatMap(messagesOf),
];

test('has each of them once, at most 5 levels deep and at most 10 in all, with shorter stacks', () => {
  const chain = (level: number): Error => new Error(`${level}`, level > 1 ? { cause: chain(level - 1) } : undefined);
  expect(messagesOf(describeError(chain(9)))).toEqual(['9', '8', '7', '6', '5', '4']);
  const circular = new Error('circular');
  circular.cause = new AggregateError([circular, new Error('other')], 'inner');
  expect(messagesOf(describeError(circular))).toEqual(['circular', 'inner', 'other']);
  const wide = () => new AggregateError(Array.from({ length: 1_000 }, (_, index) => new Error(`${index}`)));
  expect(messagesOf(describeError(new AggregateError([wide(), wide()])))).toHaveLength(10);
  const cause = Object.assign(new Error('long'), { stack: 'x'.repeat(10_000) });
  expect(describeError(new Error('a', { cause })).cause?.stack).toHaveLength(1_000);
});

test.each(['code', 'cause', 'errors'])('describes an error whose %s cannot be read', (name) => {
  const error = Object.defineProperty(new Error('broken'), name, { get: () => BigInt('x') }); // It throws.
  expect(describeError(error)).toEqual({ type: 'Error', message: 'broken', stack: error.stack });
});

test('describes an error without texts', () => {
  const error = Object.assign(new Error(), { name: 1, message: {}, stack: {} });
  expect(describeError(error)).toEqual({ type: 'Error', message: '[object Error]', stack: undefined });
});
