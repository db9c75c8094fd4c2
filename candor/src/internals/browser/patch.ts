import type { BrowserPatchName } from '../patches.js';

/** The patches of this page that are missing; that of React's roots until its effect was seen. */
export const missing = new Set<BrowserPatchName>(['react-roots']);

/**
 * Every page loads this, so it is smaller than that of servers.
 * @param name `undefined`: it is not a patch
 * @returns `undefined` if it threw: the patch is missing
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
