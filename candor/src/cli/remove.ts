import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readApplication, read, type Application } from '../application/read-application.js';
import { codeFiles, type CodeFile } from './code-files.js';
import { packageCommands, unusedPeers } from './packages.js';
import { showPlan } from './show.js';
import type { Terminal } from './terminal.js';
import { writeIfAgreed, type Options } from './write.js';
import { unwrapConfig, withoutComments } from './code.js';
import { hooksOf } from '../application/hooks.js';
import { withoutStyle } from '../application/in-style.js';
import { takeOutOfMatcher } from './matcher.js';
import { lineOf, planOf, type Change, type Leftover, type Plan } from '../application/plan.js';
import { configPath, newConfig } from './plan-init.js';

/** A build would fail at the types of deleted routes. `next dev` makes them again. */
const typesOfDevelopment = '.next/dev/types';

/** @returns the status of the process. @throws CommandError */
export async function remove(folder: string, options: Options, terminal: Terminal): Promise<0 | 1> {
  const application = readApplication(folder);
  const files = codeFiles(folder);
  const plan = planRemove(application, files);
  terminal.print(showPlan(plan) || 'No file here uses Candor.');
  const uninstall = [packageCommands(folder).remove, 'candor', ...unusedPeers(application, files)];
  terminal.print(`Then: ${uninstall.join(' ')}`);
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

function planRemove(application: Application, files: readonly CodeFile[]): Plan {
  const { folder } = application;
  const { changes, left } = planOf([
    ...hooksOf(application).flatMap((file) => deletion(folder, file)),
    ...takeOutOfConfig(application),
    ...takeOutOfMatcher(application),
  ]);
  const others = files.filter(({ path }) => !changes.some((change) => change.path === path));
  const says = 'Unsent events may be here. Delete the folder if you do not need them.';
  const outbox: Leftover[] = existsSync(join(folder, '.outbox')) ? [{ path: '.outbox/', says, isOptional: true }] : [];
  return { changes, left: [...left, ...others.flatMap(importsOf), ...outbox] };
}

function deletion(folder: string, { path, text }: { path: string; text: string }): Change[] {
  const before = read(folder, path);
  const isOurs = before !== undefined && withoutStyle(before) === withoutStyle(text);
  return isOurs ? [{ path, before, after: undefined }] : [];
}

function takeOutOfConfig(application: Application): Change[] {
  const { folder, config } = application;
  if (config === undefined) return [];
  // A file that init made has an empty line below its import; one that it wrapped has none there.
  const isMade = /^import .*\r?\n\r?\n/.test(config.text);
  const made = isMade ? deletion(folder, { path: configPath(application), text: newConfig }) : [];
  const after = unwrapConfig(config.text);
  return made.length > 0 || after === undefined ? made : [{ path: config.path, before: config.text, after }];
}

function importsOf({ path, text }: CodeFile): Leftover[] {
  const imports = /^.*\b(?:from|import|require)\s*\(?\s*(['"])candor(?:\/[\w./-]+)?\1.*$/gm;
  return Array.from(withoutComments(text).matchAll(imports), ([code]) => ({
    path,
    line: lineOf(text, text.indexOf(code)),
    says: /^\s*(?:export\b.*\bfrom|await \(await import)\b/.test(code)
      ? 'Delete this line.'
      : 'This is your file, and it imports Candor. Remove the import.',
  }));
}
