import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { actionAsyncStorage } from 'next/dist/server/app-render/action-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { expect, test } from 'vitest';
import { trackActions } from '../../../../candor/src/internals/server/entered-actions';
import { currentRequest } from '../../../../candor/src/http/request-context';
import { inRequest } from '../../failures/in-request';

const isFromAction = trackActions(currentRequest);
type Store = Parameters<typeof workUnitAsyncStorage.run>[0];

const handle = (phase: 'action' | 'render', work: () => unknown) =>
  actionAsyncStorage.run({ isAction: true }, () => workUnitAsyncStorage.run({ type: 'request', phase } as Store, work));

test.each<[string, () => unknown]>([
  ['returns a value, which may not be serializable', () => ({ f: () => 1 })],
  ['rejects', () => Promise.reject(new Error('broken'))],
])('a request is of an action from when the action was entered: an action that %s', async (_, action) => {
  await inRequest(async () => {
    expect(isFromAction()).toBe(false);
    await Promise.resolve(handle('action', action)).catch(() => {});
    expect(isFromAction()).toBe(true);
  });
  expect(inRequest(isFromAction)).toBe(false);
});

test('a request has entered none whose arguments are no list, nor where Next renders a page or calls a handler', () => {
  inRequest(() => {
    expect(() => handle('action', () => Reflect.apply(() => {}, null, 1 as never))).toThrow(TypeError);
    handle('render', () => 'the page');
    workUnitAsyncStorage.run({ type: 'request', phase: 'action' } as Store, () => 'a route handler');
    expect(isFromAction()).toBe(false);
  });
});

test('patches the storage once', () => {
  const { run } = workUnitAsyncStorage;
  expect(trackActions(currentRequest)).not.toBe(isFromAction);
  expect(workUnitAsyncStorage.run).toBe(run);
});
