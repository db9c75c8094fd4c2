import {
  lstatSync,
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError, read } from './application.js';
import type { Change } from './plan.js';

/** While a command writes, this file has all that it is going to write. A command that was killed leaves it to the next one. */
export const journalName = '.candor-journal.json';

/** No command writes for longer: after that the number of its process may be another one's. */
const maxWritingMs = 60_000;

type Journal = { process: number; changes: Change[] };

/**
 * Makes all changes, or none. `checkTargets` has found before that they can be made.
 * @throws CommandError before the first of them, where one cannot be made; or after it undid those that it had made
 */
export function applyChanges(folder: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const journal = join(folder, journalName);
  writeJournal(journal, { process: process.pid, changes: [...changes] });
  try {
    checkTargets(folder, changes); // Again, now that no other command writes.
  } catch (error) {
    rmSync(journal);
    throw error;
  }
  try {
    for (const { path, after } of changes) write(folder, path, after);
  } catch (error) {
    const reason = (error as Error).message;
    const kept = undo(folder, changes, reason);
    rmSync(journal);
    throw new CommandError(
      `${reason}. What had been written was undone${kept.length > 0 ? `, except for ${kept.join(', ')}` : ''}.`,
    );
  }
  rmSync(journal);
}

/** @throws CommandError where a change cannot be made, or what is there is not what it was planned for */
export function checkTargets(folder: string, changes: readonly Change[]): void {
  for (const { path, before } of changes) {
    checkTarget(folder, path);
    if (read(folder, path) !== before)
      throw new CommandError(`${path} was changed in the meantime. Nothing was written: run this again.`);
  }
}

/**
 * Undoes what a command wrote that was killed.
 * @param isTrial nothing is to be written
 * @returns a sentence for each thing to say; none where there is no journal
 */
export function undoKilled(folder: string, isTrial: boolean): string[] {
  const file = join(folder, journalName);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  const journal = readJournal(file);
  // One that cannot be read is being written, or its command was killed by then.
  const isRecent = Date.now() - stat.mtimeMs < (journal ? maxWritingMs : 1_000);
  if (isRecent && (!journal || isRunning(journal.process)))
    throw new CommandError('Another command of Candor is writing here. Wait for its end, a minute at most.');
  if (isTrial)
    throw new CommandError(
      'An earlier command did not finish. Run this without --dry-run: it first undoes what was written.',
    );
  const kept = undo(folder, journal?.changes ?? [], 'An earlier command did not finish');
  rmSync(file, { force: true });
  return [
    'An earlier command did not finish. What it had written was undone.',
    ...kept.map((path) => `${path} was changed since, so it stays.`),
  ];
}

function writeJournal(file: string, contents: Journal): void {
  try {
    writeFileSync(file, JSON.stringify(contents), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CommandError('Another command of Candor is writing here. Wait for its end, and run this again.');
    rmSync(file, { force: true });
    throw notWritten(journalName, error);
  }
}

function readJournal(file: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Journal;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // It was killed before it had written the journal: so nothing else either.
    throw error;
  }
}

/**
 * @returns the files that somebody else has changed since, which stay
 * @throws CommandError where one cannot be written; the journal stays then
 */
function undo(folder: string, changes: readonly Change[], reason: string): string[] {
  try {
    return changes.filter((change) => !undoChange(folder, change)).map(({ path }) => path);
  } catch (error) {
    throw new CommandError(
      `${reason}, and what had been written could not be undone: ${(error as Error).message}. Run this again when that works: ${journalName} has what is needed.`,
    );
  }
}

/** @returns whether the file is now as it was before */
function undoChange(folder: string, { path, before, after }: Change): boolean {
  const now = bytesOf(join(folder, path));
  if (before !== undefined && now?.equals(Buffer.from(before))) return true;
  // A file that was cut is the beginning of what was to be written, or to be written back.
  const isOurs = [before, after].some((text = '') => now?.equals(Buffer.from(text).subarray(0, now.length)));
  if (now === undefined || isOurs) write(folder, path, before);
  return now === undefined || isOurs;
}

function bytesOf(file: string): Buffer | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file) : undefined;
}

function write(folder: string, path: string, text: string | undefined): void {
  const file = join(folder, path);
  if (text !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  rmSync(file, { force: true });
  removeEmptyFolders(folder, dirname(file));
}

/** Folders that hold nothing any more, up to the application's own. */
function removeEmptyFolders(folder: string, empty: string): void {
  if (empty === folder) return;
  try {
    rmdirSync(empty);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOTEMPTY', 'EEXIST'].includes(code)) return;
    if (code !== 'ENOENT') throw error;
  }
  removeEmptyFolders(folder, dirname(empty));
}

function checkTarget(folder: string, path: string): void {
  const file = join(folder, path);
  let existing = file;
  while (!lstatSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
  const refuse = (says: string) => new CommandError(`${says}. Nothing was written.`);
  const [top, target] = [realpathSync(folder), targetOf(existing)];
  if (target === undefined) throw refuse(`${path} is a link that leads nowhere`);
  const outside = relative(top, target);
  if (outside === '..' || outside.startsWith(`..${sep}`))
    throw refuse(`${path} leads out of this folder, to ${target}`);
  if (existing !== file && !statSync(target).isDirectory())
    throw refuse(`${relative(folder, existing)} is a file, and ${path} needs a folder there`);
  try {
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw notWritten(path, error);
  }
}

function targetOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function notWritten(path: string, error: unknown): CommandError {
  return new CommandError(`${path} cannot be written: ${(error as Error).message}. Nothing was changed.`);
}

function isRunning(process_: number): boolean {
  if (process_ === process.pid) return false;
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
