import { attempt as attemptPatch } from '../internals/browser/patch.js';

/** Tries work that the browser may forbid, such as using its storage. `false`: it failed, or returned false. */
export function attempt(work: () => boolean | void): boolean {
  return !!attemptPatch(undefined, () => work() !== false); // Every page loads this: one `try` is fewer bytes than two.
}
