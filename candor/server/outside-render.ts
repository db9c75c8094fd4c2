import type { AsyncLocalStorage } from 'node:async_hooks';
import { workUnitAsyncStorage } from 'next/dist/server/app-render/work-unit-async-storage.external';

const storage: Pick<AsyncLocalStorage<unknown>, 'run' | 'getStore'> = workUnitAsyncStorage;

/**
 * Calls it as if no page were being rendered. With Cache Components Next takes a random id and the time for a part of the page,
 * and aborts the prerender that asks for them: it would then cache a broken page, and log nothing.
 */
export function outsideRender<Result>(callback: () => Result): Result {
  return storage.getStore() === undefined ? callback() : storage.run(undefined, callback);
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
  Object.assign(globalThis, { [Symbol.for('__SENTRY_SAFE_RANDOM_ID_WRAPPER__')]: outsideRender });
}
