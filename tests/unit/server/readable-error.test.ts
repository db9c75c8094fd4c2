import { expect, test } from 'vitest';
import { describeError } from '../../../candor/server/log-format';
import { readableError } from '../../../candor/server/readable-error';
import { shownDigestOf } from '../../../candor/server/shown-digest';

const trapError = new Error('a trap');
const trap = () => {
  throw trapError;
};
const proxy = new Proxy(
  {},
  { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap },
);
const throwing = (name: string) => Object.defineProperty(new Error('x'), name, { get: trap });

test.each([
  'a text',
  7,
  null,
  undefined,
  () => {},
  new Error('x'),
  Object.freeze(new TypeError('x')),
  { message: 'x' },
  Object.create(null) as object,
  new Map(),
  Promise.resolve(),
])('what can be read stays itself: %o', (thrown) => expect(readableError(thrown)).toBe(thrown));

test.each([
  ['a proxy whose traps throw', proxy],
  ['an error with a throwing message', throwing('message')],
  ['an error with a throwing stack', throwing('stack')],
  ['an error with a throwing name', throwing('name')],
  ['an error with a throwing digest', throwing('digest')],
  ['an error with a throwing cause', throwing('cause')],
  ['an error with a throwing then', throwing('then')],
  [
    'an object that is no text',
    new (class {
      toString = trap;
    })(),
  ],
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
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw proxy;
      },
    },
  );
  expect(readableError(hostile)).not.toHaveProperty('cause');
});
