import type { Leftover } from '../plan.js';
import type { Platform, PlatformId } from './platforms.js';

/** What was looked at. */
type Subject = 'hooks' | 'versions' | 'settings' | 'policy' | 'build' | 'site' | 'delivery';

/** Something that does not hold, and what to do about it. */
export type Finding = Omit<Leftover, 'path'> & { about: Subject; path?: string };

/** Where an application runs. `foundBy`: a file, or a variable of the environment. */
type FoundPlatform = Platform & { id: PlatformId; foundBy: string };

/** `notes`: what is worth knowing and needs nothing to be done. */
export type Looked = { findings: Finding[]; notes: string[]; platforms?: FoundPlatform[] };

export function together(looked: readonly Looked[]): Looked {
  const platforms = looked.flatMap((one) => one.platforms ?? []);
  return {
    findings: looked.flatMap(({ findings }) => findings),
    notes: looked.flatMap(({ notes }) => notes),
    ...(platforms.length > 0 && { platforms }),
  };
}
