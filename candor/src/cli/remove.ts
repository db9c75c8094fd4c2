import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { applyChanges, checkTargets, undoKilled } from './apply.js';
import { CommandError, readApplication } from './application.js';
import { uncommitted } from './git.js';
import type { Options, Terminal } from './init.js';
import { packageManagerOf, runPackageManager, unusedPeers } from './packages.js';
import { planRemove, planRemoveExample } from './plan-remove.js';
import { showChanges, showLeft } from './show.js';

/** The next `next dev` makes them again. Until then a build checks those of routes that are gone, and fails. */
const typesOfDevelopment = '.next/dev/types';

/**
 * Takes Candor out of the application in a folder: what `init` wrote, the package, and the SDK if nothing else needs it.
 * @throws CommandError in words for a person; then nothing was changed
 */
export async function remove(
  folder: string,
  { yes, dryRun, allowDirty, example }: Options,
  { print, ask }: Terminal,
): Promise<void> {
  undoKilled(folder, dryRun).forEach(print);
  const application = readApplication(folder);
  const manager = await packageManagerOf(folder);
  const { changes, left } = example ? planRemoveExample(application) : planRemove(application);
  const dirty = uncommitted(folder);
  if (dirty.length > 0 && !allowDirty && !dryRun)
    throw new CommandError(`Commit or stash first (or use --allow-dirty): ${dirty.slice(0, 5).join(', ')}`);

  checkTargets(folder, changes);
  if (changes.length > 0) print(showChanges(changes));
  if (left.length > 0) print(`Left for you:\n\n${showLeft(left)}`);
  if (dryRun) return print('Nothing was written.');
  const question = `Write these changes${example ? '' : ', and uninstall Candor'}? (y/n) `;
  if (!yes && ask !== undefined && !/^y(es)?$/i.test(await ask(question))) return print('Nothing was written.');
  applyChanges(folder, changes);
  rmSync(join(folder, typesOfDevelopment), { recursive: true, force: true });
  print(`${changes.length} files changed.`);
  if (example) return;
  if (left.some(({ isOptional = false }) => !isOptional))
    return print('Candor stays installed until these files do not need it. Then run this again.');
  const listed = { ...application.manifest.devDependencies, ...application.manifest.dependencies };
  const names = [...(listed.candor === undefined ? [] : ['candor']), ...unusedPeers(application)];
  if (names.length > 0) runPackageManager(manager, 'uninstall', names, folder);
}
