import type { BrowserPatchName } from '../patches.js';

/** The patches of this page that cannot be installed, or were seen to fail; that of React's roots until its effect was seen. */
export const missing = new Set<BrowserPatchName>(['react-roots']);

/**
 * Puts a patch in place, or does its work within a call of its host, into which nothing is thrown. Every page loads this, so there is
 * less of it than for servers.
 * @param name `undefined`: it is no patch
 * @returns `undefined` if it threw: the patch is missing, and the host goes on without it
 */
export function attempt<Result>(name: BrowserPatchName | undefined, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    if (name) missing.add(name);
    return undefined;
  }
}
