import { lstatSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError, read } from '../application/read-application.js';
import type { Change } from '../application/plan.js';

/** Makes changes, each whole or not at all: a command that is killed between two of them is run again. @throws CommandError */
export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const { path } of changes) checkTarget(folder, path);
  for (const { path, before, after } of changes) {
    if (read(folder, path) !== before) throw new CommandError(`${path} was changed in the meantime: run this again.`);
    write(folder, path, after);
  }
}

/** @throws CommandError where a path leads out of the folder by a link, or through a file */
export function checkTarget(folder: string, path: string): void {
  let existing = join(folder, path);
  while (!lstatSync(existing, { throwIfNoEntry: false })) existing = dirname(existing);
  const inside = relative(realpathSync(folder), realpathSync(existing));
  if (inside === '..' || inside.startsWith(`..${sep}`))
    throw new CommandError(`${path} leads out of this folder. Nothing was written.`);
  if (existing !== join(folder, path) && !lstatSync(realpathSync(existing)).isDirectory())
    throw new CommandError(
      `${relative(folder, existing)} is not a folder, and ${path} needs one. Nothing was written.`,
    );
}

function write(folder: string, path: string, text: string | undefined): void {
  const named = join(folder, path);
  if (text === undefined) {
    rmSync(named);
    return removeEmptyFolders(folder, dirname(named));
  }
  mkdirSync(dirname(named), { recursive: true });
  const stat = lstatSync(named, { throwIfNoEntry: false });
  const file = stat?.isSymbolicLink() ? realpathSync(named) : named;
  const part = `${file}.candor-part`; // Of a killed command, too.
  rmSync(part, { force: true });
  writeFileSync(part, text, { flag: 'wx', ...(stat?.isFile() && { mode: stat.mode }) });
  renameSync(part, file);
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
