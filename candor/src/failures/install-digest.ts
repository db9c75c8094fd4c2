import { isControlFlowDigest, isSafeDigest, readDigest } from '../shared/digest.js';
import { currentRequest } from '../http/request-context.js';
import { installErrorDigest } from '../internals/server/error-digest.js';
import { isInCachedFunction } from '../internals/server/next-storages.js';
import { observeRenders } from '../internals/server/react-render.js';
import { idOf, isErrorToNext, originalOf, rememberError, shownDigestOf, shownDigests } from './shown-digest.js';

export type DigestObserver = {
  /** `redirect()`, `notFound()` and the like have thrown something with this digest. */
  interrupted: (digest: string) => void;
  /** React was given this digest for an error. */
  given: (thrown: unknown, digest: unknown) => void;
  /** Code writes this digest to an error. */
  written: (digest: unknown) => void;
};

/**
 * Makes the digest that Next shows and prints for an error an event id, unless the error has a digest that is safe to
 * display. React's server renderers ask for the digest by calling Next's `onError`. An error has the event id during that call
 * only: before and after it, all code reads the digest that was written, or none; and so does the caller of a cached function.
 */
export function installDigest({ interrupted, given, written }: Partial<DigestObserver> = {}): void {
  shownDigests().currentRequest = currentRequest;
  installErrorDigest(
    (error) => (shownDigests().isAsked ? idOf(error) : undefined),
    (digest) => written?.(digest),
  );
  observeRenders({
    onError(onError, passed, info, isHere) {
      // What came out of a cached function with a digest that is not safe to display has the id of its original.
      const thrown = isSafeDigest(readDigest(passed)) ? passed : originalOf(passed);
      const isKept = isInCachedFunction() && isOfTeam(readDigest(thrown));
      const shown = shownDigests();
      const { isAsked } = shown;
      const restore = isKept ? undefined : replaceDigest(thrown);
      shown.isAsked = true;
      try {
        const result = onError(thrown, ...info);
        if (isControlFlowDigest(result)) interrupted?.(result);
        if (result === undefined || result === null || isControlFlowDigest(result)) return result;
        // No property could be set; or Next returns the digest of the original of an error that came out of `use cache`.
        const digest = isKept || isSafeDigest(result) ? result : shownDigestOf(thrown);
        rememberError(thrown, digest);
        if (isHere) given?.(thrown, digest); // The hook of the edge runtime tells nobody here.
        return digest;
      } finally {
        shown.isAsked = isAsked;
        restore?.();
      }
    },
  });
}

const isOfTeam = (digest: unknown) => typeof digest === 'string' && digest !== '' && !isControlFlowDigest(digest);

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
