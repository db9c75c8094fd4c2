import { plainText } from '../plain-text.js';
import type { Leftover } from '../../application/plan.js';

/** `note`: no problem. `detail`: the same, and of use only to somebody who looks for a problem. `says` is one line. */
export type Finding = Omit<Leftover, 'path'> & { path?: string; is?: 'note' | 'detail' };

export const note = (says: string): Finding => ({ says, is: 'note' });
export const detail = (says: string): Finding => ({ says, is: 'detail' });

/** Paths, versions and what a site sends may have line breaks, which would look like findings of their own. */
export const inOneLine = (text: string) => plainText(text.slice(0, 1_000)).replace(/\s+/g, ' ');

export function inWords({ path, line, says, write }: Finding): string {
  const title = path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`}\n  `;
  return `${title}${says}${write === undefined ? '' : `\n${write.replaceAll(/^(?=.)/gm, '    ')}`}`;
}
