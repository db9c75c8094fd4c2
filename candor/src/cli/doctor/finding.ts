import { plainText } from '../terminal.js';
import type { Leftover } from '../../application/plan.js';

/** One that `isOptional` is a note, and no problem; a detail is one that helps only to look for a problem. `says` is one line. */
export type Finding = Omit<Leftover, 'path'> & { path?: string; isDetail?: true };

export const note = (says: string): Finding => ({ says, isOptional: true });
export const detail = (says: string): Finding => ({ ...note(says), isDetail: true });

/** Paths, versions and what a site sends may have line breaks, which would look like findings of their own. */
export const inOneLine = (text: string) => plainText(text.slice(0, 1_000)).replace(/\s+/g, ' ');
