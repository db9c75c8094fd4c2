import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { callingFiles } from '../internals/build/calling-files.js';

const ofApplication = ['app', 'src/app', 'pages', 'src/pages', '.next']; // The last where only the build was copied.

/** The folder of the application, which Next does not tell: its `next.config` calls Candor now. If that is elsewhere: the working one. */
export function applicationFolder(): string {
  const configs = callingFiles().filter((file) => basename(file).startsWith('next.config.'));
  const folders = [...configs.map((file) => dirname(file)), process.cwd()];
  return folders.find(isApplication) ?? folders[0]!;
}

export const isApplication = (folder: string) => ofApplication.some((name) => existsSync(join(folder, name)));
