import { addedKilobytes } from '../application/hooks.js';
import type { Change, Leftover, Plan } from '../application/plan.js';
import { guide } from './own-setup.js';

/** One screen, less the question and what stands above and below the lists. */
const maxLines = 25;
const width = 100;

/** What would be written, in one sentence. */
export function summary({ changes, left }: Plan): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const made = changes.filter(({ before }) => before === undefined);
  const lines = made.reduce((sum, { after = '' }) => sum + after.trimEnd().split('\n').length, 0);
  const byHand = left
    .filter(({ isOptional }) => !isOptional)
    .reduce((sum, { write = '.' }) => sum + write.split('\n').length, 0);
  const edited = changes.length - made.length;
  return [
    `${count(made.length, 'file')} to write (${count(lines, 'line')})`,
    ...(edited > 0 ? [`${edited} to change`] : []),
    ...(byHand > 0 ? [`${count(byHand, 'line')} to change by hand`] : []),
    `about ${addedKilobytes} kB for a first visit.`,
  ].join(', ');
}

/** The files that a command writes, changes and deletes. */
function showChanges(changes: readonly Change[]): string {
  const list = (verb: string, some: readonly Change[]) =>
    wrapped(some.map(({ path }) => path)).map((line, index) => `  ${index === 0 ? verb : '      '}  ${line}`);
  return [
    ...list(
      'write ',
      changes.filter(({ before }) => before === undefined),
    ),
    ...list(
      'change',
      changes.filter(({ before, after }) => before !== undefined && after !== undefined),
    ),
    ...list(
      'delete',
      changes.filter(({ after }) => after === undefined),
    ),
  ].join('\n');
}

function wrapped(paths: readonly string[]): string[] {
  return paths.reduce<string[]>((lines, path) => {
    const last = lines.at(-1);
    const isLong = last === undefined || last.length + path.length > width - 12;
    return isLong ? [...lines, path] : [...lines.slice(0, -1), `${last}, ${path}`];
  }, []);
}

/** What is left for a person, shortest first: the file, the line, what to do, and the text to paste. What does not fit is in the guide. */
function showLeft(left: readonly Leftover[], room = Infinity): string {
  const linesOf = ({ write }: Leftover) => 1 + (write?.split('\n').length ?? 0);
  // A screen that hides all references matters most.
  const first = ({ path, isOptional }: Leftover) => (isOptional ? 100 : /global-error\.\w+$/.test(path) ? -100 : 0);
  const rank = (item: Leftover) =>
    left.filter(({ path }) => path === item.path).reduce((sum, one) => sum + linesOf(one), first(item));
  // Within a file from its end to its top: a line that is added moves those below it.
  const sorted = [...left].sort(
    (one, other) =>
      rank(one) - rank(other) || one.path.localeCompare(other.path) || (other.line ?? 0) - (one.line ?? 0),
  );
  let free = room - left.length;
  return sorted
    .map(({ path, line, says, write }) => {
      const at = line === undefined ? path : `${path}:${line}`;
      free -= write?.split('\n').length ?? 0;
      if (write !== undefined && free < 0)
        return `${at}  ${says.replace(/:$/, '.')} See ${guide}#files-that-you-already-have`;
      return `${at}  ${says}${write === undefined ? '' : `\n${write.replaceAll(/^(?=.)/gm, '    ')}`}`;
    })
    .join('\n');
}

export function showPlan(plan: Plan, done = ''): string {
  const changes = showChanges(plan.changes);
  const left = showLeft(plan.left, maxLines - changes.split('\n').length);
  return [changes, left && `${done}By hand:\n${left}`].filter(Boolean).join('\n');
}
