import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readApplication } from '../application/read-application.js';
import { codeFiles } from './code-files.js';
import { packageCommands, unusedPeers } from './packages.js';
import { planRemove } from './plan-remove.js';
import { showPlan } from './show.js';
import type { Terminal } from './terminal.js';
import { writeIfAgreed, type Options } from './write.js';

/** A build would fail at the types of deleted routes. `next dev` makes them again. */
const typesOfDevelopment = '.next/dev/types';

/** @returns the status of the process. @throws CommandError */
export async function remove(folder: string, options: Options, terminal: Terminal): Promise<0 | 1> {
  const application = readApplication(folder);
  const files = codeFiles(folder);
  const plan = planRemove(application, files, options.example);
  terminal.print(showPlan(plan) || 'No file here uses Candor.');
  const uninstall = [packageCommands(folder).remove, 'candor', ...unusedPeers(application, files)];
  if (!options.example) terminal.print(`Then: ${uninstall.join(' ')}`);
  if (plan.changes.length === 0) return 0;
  const status = await writeIfAgreed(folder, plan.changes, options, terminal);
  if (status !== undefined) return status;
  const types = join(folder, typesOfDevelopment);
  // Not through a link.
  if (existsSync(types) && realpathSync(types) === join(realpathSync(folder), typesOfDevelopment))
    rmSync(types, { recursive: true });
  terminal.print('Done.');
  return 0;
}
