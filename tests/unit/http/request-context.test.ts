import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { leaveRequest } from '../../../candor/src/http/request-context';
import { stateOfPatch } from '../../../candor/src/internals/patch';

test('a runtime without enterWith does not end the start, and is named', () => {
  const enterWith = vi.spyOn(AsyncLocalStorage.prototype, 'enterWith').mockImplementation(() => {
    throw new Error('asyncLocalStorage.enterWith() is not implemented');
  });
  leaveRequest();
  enterWith.mockRestore();
  expect(stateOfPatch('request-start')).toEqual({ state: 'missing', failures: 1 });
});
