import { expect, test } from 'vitest';
import { describeError } from '../../../candor/src/scrubbing/log-format';
import { readableError } from '../../../candor/src/server/readable-error';
import { shownDigestOf } from '../../../candor/src/server/shown-digest';

const trap = () => {
  throw new Error('a trap');
};

test.each(['a text', null, undefined, { message: 'x' }, Object.create(null) as object, new Error('x')])(
  'what can be read stays itself: %o',
  (thrown) => expect(readableError(thrown)).toBe(thrown),
);

test.each<[string, object]>([
  ['a proxy whose traps throw', new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap })],
  ...['message', 'stack', 'name', 'digest', 'cause'].map((name): [string, object] => [
    `an error with a throwing ${name}`,
    Object.defineProperty(new Error('x'), name, { get: trap }),
  ]),
])('%s is another error with the same event id', (_, thrown) => {
  const error = readableError(thrown);
  expect(describeError(error)).toMatchObject({ type: 'Error', message: 'The thrown value cannot be read.' });
  expect(shownDigestOf(error)).toBe(shownDigestOf(thrown));
});

test('a symbol is an error that names it', () => {
  expect(describeError(readableError(Symbol('x')))).toMatchObject({ type: 'Error', message: 'Symbol(x)' });
});
