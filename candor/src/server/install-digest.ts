import { isControlFlowDigest, isSafeDigest, readDigest } from '../shared/digest.js';
import { currentRequest, requestContext } from '../http/request-context.js';
import { installErrorDigest } from '../internals/server/error-digest.js';
import { isInCachedFunction } from '../internals/server/next-storages.js';
import { observeRenders } from '../internals/server/react-render.js';
import { readableError } from './readable-error.js';
import { idOf, isErrorToNext, originalOf, rememberError, shownDigestOf, shownDigests } from './shown-digest.js';

const endAfterMs = 1_000;

/**
 * Makes the digest that Next shows and prints for an error an event id, unless the error has a digest that is safe to
 * display. React's server renderers ask for the digest by calling Next's `onError`. An error has the event id during that call
 * only: before and after it, all code reads the digest that was written, or none; and so does the caller of a cached function.
 * @param noteInterrupt is called with the digest of what `redirect()`, `notFound()` and the like have thrown
 */
export function installDigest(noteInterrupt: (digest: string) => void = () => {}): void {
  shownDigests().currentRequest = currentRequest;
  installErrorDigest((error) => (shownDigests().isAsked ? idOf(error) : undefined));
  observeRenders({
    onError(onError, value, info) {
      const passed = readableError(value);
      // What came out of a cached function with a digest that is not safe to display has the id of its original.
      const thrown = isSafeDigest(readDigest(passed)) ? passed : originalOf(passed);
      if (isInCachedFunction() && isOfTeam(readDigest(thrown))) {
        const given = onError(thrown, ...info);
        rememberError(thrown, given);
        return given;
      }
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
    },
    onFatalError: endResponse,
  });
}

const isOfTeam = (digest: unknown) => typeof digest === 'string' && digest !== '' && !isControlFlowDigest(digest);

/** Next has sent what there is by then, and would wait for the rest for ever: as at a thrown proxy whose traps throw. */
function endResponse(): void {
  const { response } = requestContext() ?? {};
  setTimeout(() => response?.headersSent && response.end(), endAfterMs);
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
