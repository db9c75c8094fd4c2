import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError } from './application.js';
import type { Change } from './plan.js';

/** While a command writes, this file has all that it is going to write. A command that was killed leaves it to the next one. */
export const journalName = '.candor-journal.json';

type Journal = { process: number; changes: Change[] };

/**
 * Makes all changes, or none.
 * @throws CommandError before the first of them, where one cannot be made; or after it undid those that it had made
 */
export function applyChanges(folder: string, changes: readonly Change[]): void {
  for (const { path } of changes) checkTarget(folder, path);
  const journal = join(folder, journalName);
  try {
    const contents: Journal = { process: process.pid, changes: [...changes] };
    writeFileSync(journal, JSON.stringify(contents), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritten(journalName, error);
    throw new CommandError(`Another command of Candor is writing here. If none is, delete ${journalName}.`);
  }
  try {
    for (const { path, after } of changes) write(folder, path, after);
  } catch (error) {
    const kept = undo(folder, changes);
    rmSync(journal);
    throw new CommandError(
      `${(error as Error).message}. What had been written was undone${kept.length > 0 ? `, except for ${kept.join(', ')}` : ''}.`,
    );
  }
  rmSync(journal);
}

/**
 * Undoes what a command wrote that was killed.
 * @returns a sentence for each thing to say; none where there is no journal
 */
export function undoKilled(folder: string): string[] {
  const file = join(folder, journalName);
  if (!existsSync(file)) return [];
  const journal = readJournal(file);
  if (journal && isRunning(journal.process))
    throw new CommandError('Another command of Candor is writing here. Wait for its end.');
  const kept = undo(folder, journal?.changes ?? []);
  rmSync(file);
  return [
    'An earlier command did not finish. What it had written was undone.',
    ...kept.map((path) => `${path} was changed since, so it stays.`),
  ];
}

function readJournal(file: string): Journal | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Journal;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // It was killed before it had written the journal: so nothing else either.
    throw error;
  }
}

/** @returns the files that somebody else has changed since, which stay */
function undo(folder: string, changes: readonly Change[]): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const file = join(folder, path);
    const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (now === before) return [];
    // A file that was cut is the beginning of what was to be written.
    if (now !== undefined && !after?.startsWith(now) && now !== after) return [path];
    write(folder, path, before);
    return [];
  });
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
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
  removeEmptyFolders(folder, dirname(empty));
}

function checkTarget(folder: string, path: string): void {
  let existing = join(folder, path);
  while (!existsSync(existing)) existing = dirname(existing);
  const outside = relative(realpathSync(folder), realpathSync(existing));
  if (outside === '..' || outside.startsWith(`..${sep}`))
    throw new CommandError(`${path} leads out of this folder, to ${realpathSync(existing)}. Nothing was written.`);
  try {
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw notWritten(path, error);
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
