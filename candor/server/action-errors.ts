import { actionAsyncStorage } from 'next/dist/server/app-render/action-async-storage.external';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';

type Run = (store: unknown, callback: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown;

const isWatched = Symbol.for('candor.watched-actions');

/**
 * Tells what an action has thrown from what Next throws before it calls the action. Next calls every action through `run` of its
 * storage, within the one for actions; no hook tells the two apart, and what they throw may look alike.
 * @returns whether an action has thrown this. Of what is no object, that is asked in the request it was thrown in.
 */
export function watchActionErrors(): (thrown: unknown) => boolean {
  const storage = workUnitAsyncStorage as unknown as { run: Run; [isWatched]?: WeakSet<object> };
  const thrownByActions = (storage[isWatched] ??= watch(storage));
  return (thrown) => {
    const request = workUnitAsyncStorage.getStore();
    return (isObject(thrown) && thrownByActions.has(thrown)) || (request !== undefined && thrownByActions.has(request));
  };
}

function watch(storage: { run: Run }): WeakSet<object> {
  const thrownByActions = new WeakSet<object>();
  const run = storage.run.bind(storage);
  storage.run = (request, callback, ...args) => {
    const result = run(request, callback, ...args);
    if (actionAsyncStorage.getStore()?.isAction && result instanceof Promise) {
      // Next wraps what is no Error in a new Error, so the request has to stand for it.
      result.catch((thrown: unknown) => thrownByActions.add(thrown instanceof Error ? thrown : (request as object)));
    }
    return result;
  };
  return thrownByActions;
}

function isObject(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null;
}
