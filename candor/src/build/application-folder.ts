import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { callingFiles } from '../internals/build/calling-files.js';

const ofApplication = ['app', 'src/app', 'pages', 'src/pages', '.next']; // The last where only the build was copied.

/**
 * The folder of the application whose configuration is read. Next does not tell a configuration where that is, and
 * `next build apps/web` stays in the working directory; but the `next.config` of the application is calling Candor now. If that file
 * is elsewhere, as above the application, or only re-exports a configuration, it is the working directory.
 */
export function applicationFolder(): string {
  const configs = callingFiles().filter((file) => basename(file).startsWith('next.config.'));
  const folders = [...configs.map((file) => dirname(file)), process.cwd()];
  return folders.find(isApplication) ?? folders[0]!;
}

/** What to do where that folder is not the one of an application. */
export function checkFolder(folder: string): string[] {
  if (isApplication(folder)) return [];
  return [
    `${folder} is not the folder of an application, because it has neither app/ nor pages/. Packages and options are looked for there. Call Candor in the application’s own next.config, or run Next in its folder.`,
  ];
}

const isApplication = (folder: string) => ofApplication.some((name) => existsSync(join(folder, name)));
