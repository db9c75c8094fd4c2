import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, readConfig, settingOf } from '../application/read-application.js';

/** @param folder of an application, or of a build. @throws CommandError where there is no build */
export function buildIn(folder: string): string {
  const names = ['', settingOf({ config: readConfig(folder) }, 'distDir') ?? '.next', '.next'];
  const build = names.map((name) => join(folder, name)).find((each) => existsSync(join(each, 'BUILD_ID')));
  if (build === undefined)
    throw new CommandError(`There is no build in ${folder}: no BUILD_ID in ${names[1]}. Name the folder with --build.`);
  return build.replaceAll('\\', '/').replace(/\/$/, '');
}
