import type { BrowserPatchName } from '../patches.js';

/** The patches of this page that are missing; that of React's roots until its effect was seen. */
export const missing = new Set<BrowserPatchName>(['react-roots']);

/** Smaller than that of servers. `undefined` for a name: it is not a patch; as the result: it threw, and the patch is missing. */
export function attempt<Result>(name: BrowserPatchName | undefined, work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    console.warn(error);
    if (name) missing.add(name);
    return undefined;
  }
}
