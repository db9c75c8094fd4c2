import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { actionAsyncStorage } from 'next/dist/server/app-render/action-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { expect, test } from 'vitest';
import { trackActionErrors } from '../../../candor/server/action-errors';

const isFromAction = trackActionErrors();
type Store = Parameters<typeof workUnitAsyncStorage.run>[0];

const newRequest = () => ({ type: 'request' }) as Store;
const callAction = (request: Store, action: () => Promise<unknown>) =>
  actionAsyncStorage.run({ isAction: true }, () => workUnitAsyncStorage.run(request, action));

test('recognizes an error that an action threw', async () => {
  const error = new Error('broken');
  await expect(callAction(newRequest(), () => Promise.reject(error))).rejects.toBe(error);
  expect(isFromAction(error)).toBe(true);
  expect(isFromAction(new Error('broken'))).toBe(false);
});

test('recognizes a value that is no Error in the request that it was thrown in', async () => {
  const request = newRequest();
  await expect(callAction(request, () => Promise.reject('broken'))).rejects.toBe('broken');
  expect(workUnitAsyncStorage.run(request, () => isFromAction(new Error('made by Next')))).toBe(true);
  expect(workUnitAsyncStorage.run(newRequest(), () => isFromAction(new Error('made by Next')))).toBe(false);
});

test('takes an error that was thrown while no action ran for no action’s', async () => {
  const error = new Error('broken');
  await expect(workUnitAsyncStorage.run(newRequest(), () => Promise.reject(error))).rejects.toBe(error);
  expect(() =>
    callAction(newRequest(), () => {
      throw error;
    }),
  ).toThrow(error);
  expect(isFromAction(error)).toBe(false);
});

test('patches the storage once', async () => {
  const { run } = workUnitAsyncStorage;
  const alsoFromAction = trackActionErrors();
  expect(workUnitAsyncStorage.run).toBe(run);
  const error = new Error('broken');
  await callAction(newRequest(), () => Promise.reject(error)).catch(() => {});
  expect(alsoFromAction(error)).toBe(true);
});
