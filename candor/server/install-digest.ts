import { AsyncLocalStorage } from 'node:async_hooks';
import { isControlFlowDigest, isSafeDigest, readDigest } from '../digest';
import { readableError } from './readable-error';
import { currentRequest, requestContext } from './request-context';
import { idOf, isErrorToNext, rememberError, shownDigestOf, shownDigests } from './shown-digest';
import { singleton } from './singleton';

const endAfterMs = 1_000;

type OnError = (thrown: unknown, ...info: unknown[]) => unknown;
type NoteInterrupt = (digest: string) => void;

/**
 * Makes the digest that Next shows and prints for an error an event id, unless the error has a digest that is safe to
 * display. React's server renderers ask for the digest by calling Next's `onError`. An error has the event id during that call
 * only: before and after it, all code reads the digest that was written, or none.
 *
 * Patches `Error.prototype` and `AsyncLocalStorage.prototype.run`.
 * @param noteInterrupt is called with the digest of what `redirect()`, `notFound()` and the like have thrown
 */
export function installDigest(noteInterrupt: NoteInterrupt = () => {}): void {
  defineAccessor();
  shownDigests().currentRequest = currentRequest;
  // The edge runtime has Node's own class too. `next dev` registers again on every change.
  singleton('patched-run', () => patchRun(AsyncLocalStorage.prototype, noteInterrupt), AsyncLocalStorage);
}

/**
 * React's renderers pass each render to `AsyncLocalStorage.run`, as the store and as the argument, before it can fail.
 * The first run of a storage shows whether the storage is React's. All other storages then get Node's own `run` back: ours
 * would be a frame in every stack.
 */
function patchRun(prototype: AsyncLocalStorage<unknown>, noteInterrupt: NoteInterrupt): object {
  const { run } = prototype;

  const reactRun: Run = function (store, callback, ...args) {
    if (isRender(store) && !wrapped.has(store.onError)) {
      store.onError = withDigests(store.onError, noteInterrupt);
      if ('completedErrorChunks' in store) store.onFatalError = withEnd(store.onFatalError);
    }
    return run.call(this, store, callback, ...args);
  };
  const firstRun: Run = function (store, callback, ...args) {
    const own: Run = store === args[0] && isRender(store) ? reactRun : run;
    // A subclass may have a `run` of its own that called this one.
    if (this.run === firstRun) Object.defineProperty(this, 'run', { value: own, writable: true, configurable: true });
    return own.call(this, store, callback, ...args);
  };
  prototype.run = firstRun as typeof run;
  return prototype;
}

type Run = (this: AsyncLocalStorage<unknown>, store: unknown, callback: never, ...args: unknown[]) => unknown;

function isRender(store: unknown): store is { onError: OnError; onFatalError?: OnError } {
  if (typeof store !== 'object' || store === null || !('pingedTasks' in store) || !('onError' in store)) return false;
  return typeof store.onError === 'function';
}

/**
 * Lets errors without a digest read as one while React asks. `getProperError` of Next makes an error of a thrown string
 * within that call, and a frozen error can be given no property. A written digest becomes a property as by any assignment.
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

/** The results of `withDigests`: React runs a render more than once. */
const wrapped = new WeakSet<OnError>();

/** Makes thrown values have their event ids as digests during the call. */
function withDigests(onError: OnError, noteInterrupt: NoteInterrupt): OnError {
  const ask: OnError = (value, ...info) => {
    const thrown = readableError(value);
    const shown = shownDigests();
    const { isAsked } = shown;
    const restore = replaceDigest(thrown);
    shown.isAsked = true;
    try {
      const given = onError(thrown, ...info);
      if (isControlFlowDigest(given)) noteInterrupt(given);
      if (given === undefined || given === null || isControlFlowDigest(given)) return given;
      // No property could be set; or Next returns the digest of the original of an error that came out of `use cache`.
      const digest = isSafeDigest(given) ? given : shownDigestOf(thrown);
      rememberError(thrown, digest);
      return digest;
    } finally {
      shown.isAsked = isAsked;
      restore?.();
    }
  };
  wrapped.add(ask);
  return ask;
}

/**
 * Ends the response when React's renderer of Server Components fails itself, as at a thrown proxy whose traps throw: Next has
 * sent what there is by then, and would wait for the rest for ever.
 */
function withEnd(onFatalError: OnError | undefined): OnError {
  return (...fatal) => {
    const { response } = requestContext() ?? {};
    setTimeout(() => response?.headersSent && response.end(), endAfterMs);
    return onFatalError?.(...fatal);
  };
}

/**
 * Replaces a digest that is not safe to display by an event id.
 * @returns a function that restores the error's own digest; `undefined`: nothing was replaced
 */
function replaceDigest(thrown: unknown): (() => void) | undefined {
  try {
    if (!isErrorToNext(thrown)) return undefined;
    const written = readDigest(thrown);
    if (isSafeDigest(written) || isControlFlowDigest(written)) return undefined;
    const before = Object.getOwnPropertyDescriptor(thrown, 'digest');
    const replacement = { value: idOf(thrown), writable: true, enumerable: true, configurable: true };
    if (!Reflect.defineProperty(thrown, 'digest', replacement)) return undefined;
    return () => (before ? Reflect.defineProperty(thrown, 'digest', before) : Reflect.deleteProperty(thrown, 'digest'));
  } catch {
    return undefined; // A trap of a proxy threw: the digest cannot be replaced.
  }
}
