import type { NextConfig } from 'next';
import { isApplication } from './application-folder.js';
import type { CandorSettings } from './candor-settings.js';
import { checkHooks } from './check-hooks.js';
import { installedVersion } from './application-packages.js';
import { checkVersions } from './check-versions.js';

export function warnOfApplication(folder: string, { output }: NextConfig, { tunnel = '/monitoring' }: CandorSettings) {
  const warn = (sentence: string) => console.warn(`Candor: ${sentence}`);
  if (!isApplication(folder))
    // Before packages are not found there.
    warn(
      `${folder} is not the folder of an application, because it has neither app/ nor pages/. Packages and options are looked for there. Call Candor in the application’s own next.config, or run Next in its folder.`,
    );
  [...checkVersions((name) => installedVersion(name, folder)), ...checkHooks(folder)].forEach(warn);
  if (output === 'export')
    warn(
      `with \`output: "export"\` there is no server. Delete the route of ${tunnel}, or Next stops the build. Events stay in the visitor’s browser. See “A static export” in docs/operating.md.`,
    );
}
