import { addedKilobytes } from '../application/hooks.js';
import type { Change, Leftover, Plan } from '../application/plan.js';
import { plainText } from './terminal.js';

export const guide = 'node_modules/candor/README.md';

/** One screen, less what stands above and below the lists. */
const maxLines = 25;

/** One that `isOptional` is a note. `says` is one line. */
export type Finding = Omit<Leftover, 'path'> & { path?: string };

export const note = (says: string): Finding => ({ says, isOptional: true });

/** Text from outside may have line breaks, which would look like findings of their own. */
export const inOneLine = (text: string) => plainText(text.slice(0, 1_000)).replace(/\s+/g, ' ');

export function inWords({ path, line, says, write }: Finding): string {
  const at = path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`}  `;
  return `${at}${says}${write === undefined ? '' : `\n${write.replaceAll(/^(?=.)/gm, '    ')}`}`;
}

const linesOf = (text = '') => text.trimEnd().split('\n').length;

export function summary({ changes, left }: Plan): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const made = changes.filter(({ before }) => before === undefined);
  const edited = changes.length - made.length;
  const lines = made.flatMap(({ after = '' }) => after.trimEnd().split('\n')).length;
  const byHand = left.flatMap(({ write = '', isOptional }) => (isOptional ? [] : write.split('\n'))).length;
  return [
    `${count(made.length, 'file')} to write (${count(lines, 'line')})`,
    ...(edited > 0 ? [`${edited} to change`] : []),
    ...(byHand > 0 ? [`${count(byHand, 'line')} to change by hand`] : []),
    `about ${addedKilobytes} kB for a first visit.`,
  ].join(', ');
}

const verbOf = ({ before, after }: Change) => (before === undefined ? 'write ' : after ? 'change' : 'delete');

/** Shortest first. What does not fit is in the guide. */
function showLeft(left: readonly Leftover[], room: number): string[] {
  // A screen that hides all references matters most.
  const first = ({ path, isOptional }: Leftover) => (isOptional ? 100 : /global-error\.\w+$/.test(path) ? -100 : 0);
  const rank = (item: Leftover) =>
    first(item) + linesOf(left.flatMap((one) => (one.path === item.path ? inWords(one) : [])).join('\n'));
  // Within a file from its end to its top: a line that is added moves those below it.
  const sorted = [...left].sort(
    (one, other) =>
      rank(one) - rank(other) || one.path.localeCompare(other.path) || (other.line ?? 0) - (one.line ?? 0),
  );
  let free = room - left.length;
  return sorted.map(({ write, ...one }) => {
    if (write === undefined) return inWords(one);
    free -= linesOf(write);
    if (free >= 0) return inWords({ ...one, write });
    return inWords({ ...one, says: `${one.says.replace(/:$/, '.')} See ${guide}#files-that-you-already-have` });
  });
}

export function showPlan({ changes, left }: Plan): string {
  const listed = changes.map((change) => `  ${verbOf(change)}  ${change.path}`);
  const byHand = left.length > 0 ? ['By hand:', ...showLeft(left, maxLines - listed.length)] : [];
  return [...listed, ...byHand].join('\n');
}
