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
 * Makes the digest that Next shows and prints an event id, unless the error has one that is safe to display. An error has the id
 * only while React's renderers call Next's `onError`: before and after it, and in a cached function, code reads what was written.
 */
export function installDigest({ interrupted, given, written }: Partial<DigestObserver> = {}): void {
  shownDigests().currentRequest = currentRequest;
  installErrorDigest(
    (error) => (shownDigests().isAsked ? idOf(error) : undefined),
    (digest) => written?.(digest),
  );
  observeRenders((onError, passed, info, isHere) => {
    // What came out of a cached function has the id of its original.
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
      // It is unsafe where no property could be set, or where the error came out of `use cache`.
      const digest = isKept || isSafeDigest(result) ? result : shownDigestOf(thrown);
      rememberError(thrown, digest);
      if (isHere) given?.(thrown, digest); // The hook of the edge runtime tells nobody here.
      return digest;
    } finally {
      shown.isAsked = isAsked;
      restore?.();
    }
  });
}

const isOfTeam = (digest: unknown) => typeof digest === 'string' && digest !== '' && !isControlFlowDigest(digest);

/** @returns a function that restores the error's own digest; `undefined`: it was not replaced */
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
