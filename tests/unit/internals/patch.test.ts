import { expect, test, vi } from 'vitest';
import { observeMissing, patch, stateOfPatch } from '../../../candor/src/internals/patch';

const name = 'error-digest';
const broken = new Error('broken');
const breaks = () => {
  throw broken;
};

test('a patch is unproven until its effect was seen', () => {
  const own = patch(name);
  own.install(() => {});
  expect(stateOfPatch(name)).toEqual({ state: 'unproven', failures: 0 });
  own.seen();
  own.expectSeen('unseen');
  expect(stateOfPatch(name)).toEqual({ state: 'inEffect', failures: 0 });
});

test('one that cannot be installed is missing, and installing it throws nothing', () => {
  const own = patch('dist-folder');
  own.install(breaks);
  own.seen();
  expect(stateOfPatch('dist-folder')).toEqual({ state: 'missing', failures: 1 });
});

test('what its code throws within a call of the host is counted, and the host goes on', () => {
  const own = patch('flight-rows');
  expect([own.attempt(breaks, 'otherwise'), own.attempt(() => 'result', 'otherwise')]).toEqual(['otherwise', 'result']);
  own.attempt(breaks, undefined);
  expect(stateOfPatch('flight-rows')).toEqual({ state: 'missing', failures: 2 });
});

test('one whose effect must have been seen, and was not, is missing', () => {
  const observe = vi.fn();
  observeMissing(observe);
  observe.mockClear();
  patch('after-errors').expectSeen('It was not seen.');
  expect(observe.mock.calls).toEqual([['after-errors', expect.objectContaining({ message: 'It was not seen.' })]]);
});

test('each that is missing is announced once, also to an observer that comes later', () => {
  const early = vi.fn();
  observeMissing(early);
  early.mockClear();
  for (let time = 0; time < 3; time += 1) patch('proxy-hook').fail(broken);
  expect(early.mock.calls).toEqual([['proxy-hook', broken]]);
  const late = vi.fn();
  observeMissing(late);
  expect(late.mock.calls).toContainEqual(['proxy-hook', broken]);
});
