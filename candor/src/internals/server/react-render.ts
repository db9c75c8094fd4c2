import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '../../shared/singleton.js';
import { patch } from '../patch.js';
import { isObject } from '../../shared/is-record.js';

type OnError = (thrown: unknown, ...info: unknown[]) => unknown;

/** Is called instead of `onError`, by which Next gives a digest to what a render has thrown. `isHere`: not in the edge runtime. */
export type RenderObserver = (onError: OnError, thrown: unknown, info: unknown[], isHere: boolean) => unknown;

type Run = (this: AsyncLocalStorage<unknown>, store: unknown, callback: never, ...args: unknown[]) => unknown;

const own = patch('react-render');

/** React runs a render more than once. */
const observed = new WeakSet<OnError>();

/** React's renderers pass each render to `AsyncLocalStorage.run`. Other storages get Node's `run` back: ours would be in every stack. */
export function observeRenders(observer: RenderObserver): void {
  // The edge runtime has Node's own class too, and `next dev` registers again on every change.
  own.install(
    () => void singleton('patched-run', () => patchRun(AsyncLocalStorage.prototype, observer), AsyncLocalStorage),
  );
}

export function expectObservedRender(): void {
  own.expectSeen('A render failed that was not observed.');
}

function patchRun(prototype: AsyncLocalStorage<unknown>, observer: RenderObserver): object {
  const { run } = prototype;

  const reactRun: Run = function (store, callback, ...args) {
    try {
      if (isRender(store) && !observed.has(store.onError)) observe(store, observer);
    } catch (error) {
      own.fail(error);
    }
    return run.call(this, store, callback, ...args);
  };
  const firstRun: Run = function (store, callback, ...args) {
    let ofStorage: Run = run;
    try {
      if (store === args[0] && isRender(store)) ofStorage = reactRun;
      // A subclass may have a `run` of its own that called this one.
      if (this.run === firstRun)
        Object.defineProperty(this, 'run', { value: ofStorage, writable: true, configurable: true });
    } catch (error) {
      own.fail(error);
    }
    return ofStorage.call(this, store, callback, ...args);
  };
  prototype.run = firstRun as typeof run;
  return prototype;
}

type Render = { onError: OnError };

function isRender(store: unknown): store is Render {
  if (!isObject(store) || !('pingedTasks' in store) || !('onError' in store)) return false;
  return typeof store.onError === 'function';
}

function observe(render: Render, observer: RenderObserver): void {
  const { onError } = render;
  render.onError = (thrown, ...info) => {
    // Next's own call happens once, and its result counts, whatever the observer does.
    let result: { digest: unknown } | { thrown: unknown } | undefined;
    const once: OnError = (...asked) => {
      try {
        result = { digest: onError(...asked) };
      } catch (failure) {
        result = { thrown: failure };
        throw failure;
      }
      return result.digest;
    };
    try {
      return observer(once, thrown, info, onError instanceof Function);
    } catch (error) {
      if (result && 'thrown' in result) throw result.thrown;
      own.fail(error);
      return result ? result.digest : onError(thrown, ...info);
    }
  };
  observed.add(render.onError);
  own.seen();
}
