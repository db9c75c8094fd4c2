import { actionAsyncStorage } from 'next/dist/server/app-render/action-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';
import { singleton } from './singleton';

type Run = (store: unknown, callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown;

/**
 * Tells errors of actions from errors that Next throws before it calls an action: no hook tells the two apart, and the
 * errors may look alike. Patches `run` of the storage through which Next calls every action, within the storage for actions.
 * @returns whether an action threw this value. Of a value that is no object, ask in the request that it was thrown in.
 */
export function trackActionErrors(): (thrown: unknown) => boolean {
  const storage = workUnitAsyncStorage as unknown as { run: Run };
  const thrownByActions = singleton('action-errors', () => recordActionErrors(storage), storage);
  return (thrown) => {
    const request = workUnitAsyncStorage.getStore();
    return (isObject(thrown) && thrownByActions.has(thrown)) || (request !== undefined && thrownByActions.has(request));
  };
}

function recordActionErrors(storage: { run: Run }): WeakSet<object> {
  const thrownByActions = new WeakSet<object>();
  const run = storage.run.bind(storage);
  storage.run = (request, callback, ...args) => {
    const result = run(request, callback, ...args);
    if (isObject(request) && actionAsyncStorage.getStore()?.isAction && result instanceof Promise) {
      // Next wraps a value that is no Error in a new Error, so its request is recorded in its place.
      result.catch((thrown: unknown) => thrownByActions.add(thrown instanceof Error ? thrown : request));
    }
    return result;
  };
  return thrownByActions;
}

function isObject(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null;
}
