import { patch } from '../patch.js';
import { workUnitStorage } from './next-storages.js';

const own = patch('outside-render');

/**
 * Calls it as if no page were being rendered. With Cache Components Next takes a random id and the time for a part of the page,
 * and aborts the prerender that asks for them: it would then cache a broken page, and log nothing.
 */
export function outsideRender<Result>(callback: () => Result): Result {
  if (workUnitStorage?.getStore() === undefined) return callback();
  own.seen();
  return workUnitStorage.run(undefined, callback);
}

/** The same object, whose methods are called so. */
export function callOutsideRender<Methods extends Record<string, (...args: never[]) => unknown>>(
  methods: Methods,
): Methods {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => outsideRender(() => method(...args)),
  ]);
  return Object.fromEntries(entries) as Methods;
}

/** The SDK looks there for a way to make the ids of traces: a scope is made when a page first asks for one. */
export function makeSdkIdsOutsideRender(): void {
  own.install(() => {
    if (workUnitStorage === undefined) throw new Error('Next has no workUnitAsyncStorage.');
    Object.assign(globalThis, { [Symbol.for('__SENTRY_SAFE_RANDOM_ID_WRAPPER__')]: outsideRender });
  });
}
