import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readApplication } from '../application/read-application.js';
import type { Options } from './init.js';
import { packageCommands, unusedPeers } from './packages.js';
import { planRemove, planRemoveExample } from './plan-remove.js';
import { showPlan } from './show.js';
import type { Terminal } from './terminal.js';
import { checkTarget, writeChanges } from './write.js';

/** The next `next dev` makes them again. Until then a build checks those of routes that are gone, and fails. */
const typesOfDevelopment = '.next/dev/types';

/**
 * Takes out of an application what `init` wrote, and says what a person takes out. It runs nothing.
 * @returns the status of the process
 * @throws CommandError in words for a person
 */
export async function remove(
  folder: string,
  { yes, dryRun, example }: Options,
  { print, ask }: Terminal,
): Promise<0 | 1> {
  const application = readApplication(folder);
  const plan = example ? planRemoveExample(application) : planRemove(application);
  for (const { path } of plan.changes) checkTarget(folder, path);
  const shown = showPlan(plan);
  print(shown || 'Nothing of Candor is here.');
  if (!example) print(`Then: ${[packageCommands(folder).remove, 'candor', ...unusedPeers(application)].join(' ')}`);
  if (plan.changes.length === 0) return 0;
  if (dryRun) return (print('Nothing was written.'), 0);
  if (!yes && ask === undefined) return (print('Nothing was written: there is no terminal to ask in. Add --yes.'), 1);
  if (!yes && !/^y(es)?$/i.test(await ask!('Write these changes? (y/n) '))) return (print('Nothing was written.'), 0);
  writeChanges(folder, plan.changes);
  const types = join(folder, typesOfDevelopment);
  // Not by a link, which leads elsewhere.
  if (existsSync(types) && realpathSync(types) === join(realpathSync(folder), typesOfDevelopment))
    rmSync(types, { recursive: true });
  print('Done.');
  return 0;
}
