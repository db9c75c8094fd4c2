import { checkFolder } from './application-folder.js';
import { checkHooks } from './check-hooks.js';
import { checkVersions, installed } from './check-versions.js';

/** Prints once what does not fit yet in the application of this folder, though Next reads its configuration in each of its processes. */
export function warnOfApplication(folder: string): void {
  if (process.env.CANDOR_CHECKED) return;
  process.env.CANDOR_CHECKED = 'yes'; // Next's workers inherit it.
  const warn = (sentence: string) => console.warn(`Candor: ${sentence}`);
  checkFolder(folder).forEach(warn); // Before packages are not found there.
  [...checkVersions((name) => installed(name, folder)), ...checkHooks(folder)].forEach(warn);
}
