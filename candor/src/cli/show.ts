import { addedKilobytes } from '../application/hooks.js';
import type { Change, Leftover, Plan } from '../application/plan.js';

/** It comes with the package. */
export const guide = 'node_modules/candor/README.md';

/** One screen, less the question and what stands above and below the lists. */
const maxLines = 25;

export const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '    ');

const linesOf = (text = '') => text.trimEnd().split('\n').length;

/** What would be written, in one sentence. */
export function summary({ changes, left }: Plan): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const made = changes.filter(({ before }) => before === undefined);
  const edited = changes.length - made.length;
  const byHand = sum(left.map(({ write, isOptional }) => (isOptional ? 0 : linesOf(write))));
  return [
    `${count(made.length, 'file')} to write (${count(sum(made.map(({ after }) => linesOf(after))), 'line')})`,
    ...(edited > 0 ? [`${edited} to change`] : []),
    ...(byHand > 0 ? [`${count(byHand, 'line')} to change by hand`] : []),
    `about ${addedKilobytes} kB for a first visit.`,
  ].join(', ');
}

const verbs: Record<string, (change: Change) => boolean> = {
  'write ': ({ before }) => before === undefined,
  change: ({ before, after }) => before !== undefined && after !== undefined,
  delete: ({ after }) => after === undefined,
};

/** What is left for a person, shortest first: the file, the line, what to do, and the text to paste. What does not fit is in the guide. */
function showLeft(left: readonly Leftover[], room: number): string[] {
  // A screen that hides all references matters most.
  const first = ({ path, isOptional }: Leftover) => (isOptional ? 100 : /global-error\.\w+$/.test(path) ? -100 : 0);
  const rank = (item: Leftover) =>
    left.reduce(
      (sum, { path, write }) => sum + (path === item.path ? 1 + (write ? linesOf(write) : 0) : 0),
      first(item),
    );
  // Within a file from its end to its top: a line that is added moves those below it.
  const sorted = [...left].sort(
    (one, other) =>
      rank(one) - rank(other) || one.path.localeCompare(other.path) || (other.line ?? 0) - (one.line ?? 0),
  );
  let free = room - left.length;
  return sorted.map(({ path, line, says, write }) => {
    const sentence = `${path}${line === undefined ? '' : `:${line}`}  ${says}`;
    if (write === undefined) return sentence;
    free -= linesOf(write);
    if (free < 0) return `${sentence.replace(/:$/, '.')} See ${guide}#files-that-you-already-have`;
    return `${sentence}\n${indented(write)}`;
  });
}

/** The files that a command writes, changes and deletes, and what a person does. */
export function showPlan({ changes, left }: Plan): string {
  const listed = Object.entries(verbs).flatMap(([verb, isSo]) =>
    changes.filter(isSo).map(({ path }) => `  ${verb}  ${path}`),
  );
  const byHand = left.length > 0 ? ['By hand:', ...showLeft(left, maxLines - listed.length)] : [];
  return [...listed, ...byHand].join('\n');
}
