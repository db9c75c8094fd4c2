import { patch } from '../patch.js';
import { workUnitStorage } from './next-storages.js';

const own = patch('outside-render');

/** With Cache Components Next aborts a prerender that asks for a random id or the time: it would cache a broken page, and log nothing. */
export function outsideRender<Result>(callback: () => Result): Result {
  if (workUnitStorage?.getStore() === undefined) return callback();
  own.seen();
  return workUnitStorage.run(undefined, callback);
}

export function callOutsideRender<Methods extends Record<string, (...args: never[]) => unknown>>(
  methods: Methods,
): Methods {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: never[]) => outsideRender(() => method(...args)),
  ]);
  return Object.fromEntries(entries) as Methods;
}

/** The SDK makes the ids of traces when a page first asks for a scope. */
export function makeSdkIdsOutsideRender(): void {
  own.install(() => {
    if (workUnitStorage === undefined) throw new Error('Next has no workUnitAsyncStorage.');
    Object.assign(globalThis, { [Symbol.for('__SENTRY_SAFE_RANDOM_ID_WRAPPER__')]: outsideRender });
  });
}
