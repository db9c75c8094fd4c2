import { createTwoFilesPatch } from 'diff';
import type { Change, Leftover } from './plan.js';

/** All changes as one diff, as `git diff` shows them. */
export function showChanges(changes: readonly Change[]): string {
  return changes
    .map(({ path, before, after }) => {
      const [from, to] = [
        before === undefined ? '/dev/null' : `a/${path}`,
        after === undefined ? '/dev/null' : `b/${path}`,
      ];
      return createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, { context: 2 }).replace(
        /^=+\n/,
        '',
      );
    })
    .join('');
}

/** What is left for a person, each with the file, the line, and the text to write. */
export function showLeft(left: readonly Leftover[]): string {
  return left
    .map(({ path, line, says, write }) => {
      const at = line === undefined ? path : `${path}:${line}`;
      return `${at}\n  ${says}\n${write === undefined ? '' : `${write.replaceAll(/^(?=.)/gm, '    ')}\n`}`;
    })
    .join('\n');
}
