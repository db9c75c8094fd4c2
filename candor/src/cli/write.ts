import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { CommandError, read } from '../application/read-application.js';
import type { Change } from '../application/plan.js';
import type { Terminal } from './terminal.js';

export type Options = { yes: boolean; dryRun: boolean };

/** Makes changes that a person agrees to, each whole or not at all. @returns a status where nothing was written. @throws CommandError */
export async function writeIfAgreed(
  folder: string,
  changes: readonly Change[],
  { yes, dryRun }: Options,
  { print, ask }: Terminal,
): Promise<0 | 1 | undefined> {
  for (const { path } of changes) checkTarget(folder, path);
  const isAgreed = yes || dryRun || (ask && /^\s*y(es)?\s*$/i.test(await ask('Write these changes? (y/n) ')));
  if (dryRun || isAgreed === false) return (print('Nothing was written.'), 0);
  if (isAgreed === undefined) return (print('Nothing was written: there is no terminal to ask in. Add --yes.'), 1);
  for (const { path, before, after } of changes) {
    if (read(folder, path) !== before) throw new CommandError(`${path} was changed in the meantime: run this again.`);
    write(folder, path, after);
  }
  return undefined;
}

/** @throws CommandError where a path leads out of the folder by a link, or through a file */
function checkTarget(folder: string, path: string): void {
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
    for (let at = dirname(named); at !== folder && readdirSync(at).length === 0; at = dirname(at)) rmdirSync(at);
    return;
  }
  mkdirSync(dirname(named), { recursive: true });
  const stat = lstatSync(named, { throwIfNoEntry: false });
  const file = stat?.isSymbolicLink() ? realpathSync(named) : named;
  const part = `${file}.candor-part`;
  rmSync(part, { force: true }); // A killed command leaves one.
  writeFileSync(part, text, { flag: 'wx', ...(stat?.isFile() && { mode: stat.mode }) });
  renameSync(part, file);
}
