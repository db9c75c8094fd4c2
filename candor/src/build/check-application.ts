import type { NextConfig } from 'next';
import { checkFolder } from './application-folder.js';
import type { CandorSettings } from './candor-settings.js';
import { checkHooks } from './check-hooks.js';
import { sentencesAboutExport } from './check-export.js';
import { checkVersions, installed } from './check-versions.js';

/** Prints what does not fit yet in the application of this folder. */
export function warnOfApplication(folder: string, { output }: NextConfig, { tunnel }: CandorSettings): void {
  const warn = (sentence: string) => console.warn(`Candor: ${sentence}`);
  checkFolder(folder).forEach(warn); // Before packages are not found there.
  [...checkVersions((name) => installed(name, folder)), ...checkHooks(folder)].forEach(warn);
  if (output === 'export') sentencesAboutExport(folder, tunnel).forEach(warn);
}
