import { afterEach, expect, test, vi } from 'vitest';
import { callingFiles } from '../../../../candor/src/internals/build/calling-files';

const { prepareStackTrace, stackTraceLimit } = Error;

afterEach(() => void Object.assign(Error, { prepareStackTrace, stackTraceLimit }));

test('the files of the calling functions are given, and stacks are made as before', () => {
  const own = vi.fn(() => 'own');
  Error.prepareStackTrace = own;
  expect(callingFiles()).toContain(import.meta.filename);
  expect(new Error().stack).toBe('own');
});

test.each([0, undefined])('without stacks there are none, as by a limit of %s', (limit) => {
  Object.assign(Error, { stackTraceLimit: limit });
  expect(callingFiles()).toEqual([]);
});
