import type { Leftover } from '../../application/plan.js';

/** What was looked at. */
type Subject = 'hooks' | 'versions' | 'settings' | 'policy' | 'build' | 'site' | 'delivery';

/** Something that does not hold, and what to do about it. */
export type Finding = Omit<Leftover, 'path'> & { about: Subject; path?: string };

/** `notes`: what is worth knowing and needs nothing to be done. */
export type Looked = { findings: Finding[]; notes: string[] };

export function together(looked: readonly Looked[]): Looked {
  return {
    findings: looked.flatMap(({ findings }) => findings),
    notes: looked.flatMap(({ notes }) => notes),
  };
}
