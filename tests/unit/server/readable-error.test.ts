import { expect, test } from 'vitest';
import { describeError } from '../../../candor/src/scrubbing/log-format';
import { readableError } from '../../../candor/src/server/readable-error';
import { shownDigestOf } from '../../../candor/src/server/shown-digest';

const trapError = new Error('a trap');
const throws = (error: unknown) => () => {
  throw error;
};
const trap = throws(trapError);
const traps = { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap };
const proxy = new Proxy({}, traps);

const plain = ['a text', 7, null, undefined, () => {}, { message: 'x' }, Object.create(null) as object];
const objects = [new Error('x'), Object.freeze(new TypeError('x')), new Map(), Promise.resolve()];

test.each([...plain, ...objects])('what can be read stays itself: %o', (thrown) =>
  expect(readableError(thrown)).toBe(thrown),
);

test.each<[string, unknown]>([
  ['a proxy whose traps throw', proxy],
  ...['message', 'stack', 'name', 'digest', 'cause', 'then'].map((name): [string, unknown] => [
    `an error with a throwing ${name}`,
    Object.defineProperty(new Error('x'), name, { get: trap }),
  ]),
  ['an object that is not a text', { toString: trap }],
])('%s is an error with the same event id, caused by what its reader threw', (_, thrown) => {
  const error = readableError(thrown);
  expect(describeError(error)).toMatchObject({ type: 'Error', message: 'The thrown value cannot be read.' });
  expect(error).toMatchObject({ cause: trapError });
  expect(shownDigestOf(error)).toBe(shownDigestOf(thrown));
  expect(shownDigestOf(readableError(thrown)), 'each time').toBe(shownDigestOf(error));
});

test('a symbol is an error that names it', () => {
  expect(describeError(readableError(Symbol('x')))).toMatchObject({ type: 'Error', message: 'Symbol(x)' });
});

test('a cause that cannot be read is left out', () => {
  const hostile = new Proxy({}, { get: throws(proxy) });
  expect(readableError(hostile)).not.toHaveProperty('cause');
});
