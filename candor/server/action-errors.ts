import { actionAsyncStorage } from 'next/dist/server/app-render/action-async-storage.external';
import { workUnitAsyncStorage, type WorkUnitStore } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { currentRequest } from './request-context';
import { singleton } from './singleton';

type Run = (store: WorkUnitStore, callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown;

/**
 * Tells errors of actions, and of results that cannot be serialized, from errors that Next throws before it calls an
 * action: no hook tells them apart, and they may look alike. Patches `run` of the storage through which Next calls every
 * action.
 * @returns whether the request that this code runs for has entered an action
 */
export function trackActions(): () => boolean {
  const storage = workUnitAsyncStorage as unknown as { run: Run };
  const entered = singleton('entered-actions', () => recordActions(storage), storage);
  return () => entered.has(currentRequest() ?? {});
}

function recordActions(storage: { run: Run }): WeakSet<object> {
  const entered = new WeakSet<object>();
  const run = storage.run.bind(storage);
  storage.run = (store, callback, ...args) => {
    // The page that Next renders after an action, or in its place, is in the phase `render`.
    const isAction = store?.type === 'request' && store.phase === 'action' && actionAsyncStorage.getStore()?.isAction;
    const request = isAction ? currentRequest() : undefined;
    const result = run(store, callback, ...args);
    if (request) entered.add(request); // An action is async: a call that throws at once had arguments that are not a list.
    return result;
  };
  return entered;
}
