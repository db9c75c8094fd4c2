import * as actions from 'next/dist/server/app-render/action-async-storage.external';
import * as work from 'next/dist/server/app-render/work-async-storage.external';
import * as workUnits from 'next/dist/server/app-render/work-unit-async-storage.external';
import { patch } from '../patch.js';

type Storage<Store> = {
  getStore: () => Store | undefined;
  run: <Result, Rest extends unknown[]>(
    store: Store | undefined,
    callback: (...args: Rest) => Result,
    ...args: Rest
  ) => Result;
};

/** One that Next does not export reads as `undefined`. */
// eslint-disable-next-line candor/no-text-index -- The names below.
const exported = <Store>(module: object, name: string) => (module as Record<string, Storage<Store> | undefined>)[name];

/** Of the request that Next handles. */
export const workStorage = exported<work.WorkStore>(work, 'workAsyncStorage');
/** Of the page, handler or action within it. */
export const workUnitStorage = exported<workUnits.WorkUnitStore>(workUnits, 'workUnitAsyncStorage');
/** Of the action that is called. */
export const actionStorage = exported<{ isAction?: boolean }>(actions, 'actionAsyncStorage');

/** Whether a cached function runs, whose caller gets the digest that React is given now. */
export const isInCachedFunction = () => /^(private-)?cache$/.test(workUnitStorage?.getStore()?.type ?? '');

const own = patch('work-storage');
if (workStorage === undefined) own.fail(new Error('Next has no workAsyncStorage.'));
else own.seen();
