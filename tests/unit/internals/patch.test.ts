import { expect, test, vi } from 'vitest';
import { observeMissing, patch, stateOfPatch } from '../../../candor/src/internals/patch';

const broken = new Error('broken');
const breaks = () => {
  throw broken;
};

test('a patch is unproven until its effect was seen, and missing from its first failure on, into which nothing is thrown', () => {
  const own = patch('error-digest');
  const states = [
    () => own.install(() => {}),
    () => own.seen(),
    () => own.expectSeen('unseen'),
    () => own.install(breaks),
    () => own.seen(),
    () => expect(own.attempt(breaks, 'otherwise')).toBe('otherwise'),
    () => expect(own.attempt(() => 'result', 'otherwise')).toBe('result'),
  ].map((act) => {
    act();
    const { state, failures } = stateOfPatch('error-digest');
    return `${state} ${failures}`;
  });
  const [seen, missing] = ['inEffect 0', 'missing 1'];
  expect(states).toEqual(['unproven 0', seen, seen, missing, missing, 'missing 2', 'missing 2']);
});

test('each that is missing, or was not seen where it must have been, is announced once, also to an observer that comes later', () => {
  const early = vi.fn();
  observeMissing(early);
  early.mockClear();
  for (let time = 0; time < 3; time += 1) patch('proxy-hook').fail(broken);
  patch('after-errors').expectSeen('It was not seen.');
  const unseen = expect.objectContaining({ message: 'It was not seen.' }) as object;
  expect(early.mock.calls).toEqual([
    ['proxy-hook', broken],
    ['after-errors', unseen],
  ]);
  const late = vi.fn();
  observeMissing(late);
  expect(late.mock.calls).toContainEqual(['proxy-hook', broken]);
});
