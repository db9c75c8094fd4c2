import { AsyncLocalStorage } from 'node:async_hooks';
import { isControlFlow, isSafeDigest, readDigest } from '../digest';
import { idOf, shareShownDigests, shownDigestOf, shownDigests } from './shown-digest';

type OnError = (thrown: unknown, ...info: unknown[]) => unknown;

/**
 * Makes the digest that Next shows and prints for an error an event id, unless the error has one that is fit to be shown.
 * React's server renderers ask for it by calling Next's `onError`. Errors have these digests during that call only:
 * before and after it everybody reads what was written, or nothing.
 */
export function installDigest(): void {
  defineAccessor();
  // Node's own class, which the edge runtime is given too, although its global object and its errors are others.
  if (shareShownDigests(AsyncLocalStorage)) return; // `next dev` registers again on every change.
  watchReact(AsyncLocalStorage.prototype);
}

/**
 * React's renderers pass each render to `AsyncLocalStorage.run`, as the store and as the argument, before it can fail.
 * The first run of a storage tells whether it is React's. All others then have Node's own `run` again: ours would be a
 * frame in every stack.
 */
function watchReact(prototype: AsyncLocalStorage<unknown>): void {
  const { run } = prototype;

  const runOfReact: Run = function (store, callback, ...args) {
    if (isRender(store) && !wrapped.has(store.onError)) store.onError = whileAsked(store.onError);
    return run.call(this, store, callback, ...args);
  };
  const firstRun: Run = function (store, callback, ...args) {
    const own: Run = store === args[0] && isRender(store) ? runOfReact : run;
    // A subclass may have a `run` that has called this one.
    if (this.run === firstRun) Object.defineProperty(this, 'run', { value: own, writable: true, configurable: true });
    return own.call(this, store, callback, ...args);
  };
  prototype.run = firstRun as typeof run;
}

type Run = (this: AsyncLocalStorage<unknown>, store: unknown, callback: never, ...args: unknown[]) => unknown;

function isRender(store: unknown): store is { onError: OnError } {
  if (typeof store !== 'object' || store === null || !('pingedTasks' in store) || !('onError' in store)) return false;
  return typeof store.onError === 'function';
}

/**
 * Gives errors without a digest one while React asks. `getProperError` of Next makes an error of a thrown string within
 * that call, and what is frozen cannot be given a property. Written digests become properties as by any assignment.
 */
function defineAccessor(): void {
  Object.defineProperty(Error.prototype, 'digest', {
    configurable: true,
    get(this: object) {
      return shownDigests().isAsked ? idOf(this) : undefined;
    },
    set(this: object, value: unknown) {
      if (!Reflect.defineProperty(this, 'digest', { value, writable: true, enumerable: true, configurable: true })) {
        throw new TypeError('Cannot add property digest, object is not extensible');
      }
    },
  });
}

/** What `whileAsked` has made: React runs a render more than once. */
const wrapped = new WeakSet<OnError>();

function whileAsked(onError: OnError): OnError {
  const ask: OnError = (thrown, ...info) => {
    const shown = shownDigests();
    const { isAsked } = shown;
    const takeBack = lendDigest(thrown);
    shown.isAsked = true;
    try {
      const digest = onError(thrown, ...info);
      if (digest === undefined || digest === null || isSafeDigest(digest) || isControlFlow(digest)) return digest;
      // Nothing could be lent to it; or Next returns the digest of the original of an error that came out of `use cache`.
      return shownDigestOf(thrown);
    } finally {
      shown.isAsked = isAsked;
      takeBack?.();
    }
  };
  wrapped.add(ask);
  return ask;
}

/** Gives an error an event id in place of a digest that is not fit to be shown. Returns what takes it back. */
function lendDigest(thrown: unknown): (() => void) | undefined {
  try {
    if (!isErrorToNext(thrown)) return undefined;
    const written = readDigest(thrown);
    if (isSafeDigest(written) || isControlFlow(written)) return undefined;
    const before = Object.getOwnPropertyDescriptor(thrown, 'digest');
    const lent = { value: idOf(thrown), writable: true, enumerable: true, configurable: true };
    if (!Reflect.defineProperty(thrown, 'digest', lent)) return undefined;
    return () => (before ? Reflect.defineProperty(thrown, 'digest', before) : Reflect.deleteProperty(thrown, 'digest'));
  } catch {
    return undefined; // A proxy's trap has thrown: nothing can be lent to it.
  }
}

/** Of what is none Next makes an error, whose message has all its properties. */
function isErrorToNext(thrown: unknown): thrown is object {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && 'message' in thrown;
}
