import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/run/root';
import { startProcess } from './application';
import { layOver } from './lay-over';
import { buildByNext, makeSiteFolder, siteFolder } from './site-folder';

/** Folders of `tests/sites` with applications of others. */
export type Site = 'cached-components' | 'team-application';

const env = { NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' };

/** Lays the pages over a copy of the application, and builds it by Next's own command alone; gives back what that printed. */
export async function buildSite(site: Site): Promise<string> {
  const folder = await makeSiteFolder(site);
  await layOver(folder, site, ['next.config']);
  if (site === 'cached-components') await removeOwnRoutes(folder);
  const output = await buildByNext(folder, {});
  const standalone = join(folder, '.next/standalone');
  await cp(join(folder, 'public'), join(standalone, 'public'), { recursive: true });
  await cp(join(folder, '.next/static'), join(standalone, '.next/static'), { recursive: true });
  return output;
}

/** Cache Components ask of every page what the application's own need not do without them. */
async function removeOwnRoutes(folder: string): Promise<void> {
  const own = await readdir(join(root, 'app'), { withFileTypes: true });
  const routes = own.filter((entry) => entry.isDirectory() && entry.name !== 'monitoring');
  await Promise.all(routes.map(({ name }) => rm(join(folder, 'app', name), { recursive: true })));
}

/** Starts a process of a site that is built. */
export function startSite(site: Site, settings: Record<string, string> = {}) {
  const server = join(siteFolder(site), '.next/standalone/server.js');
  return startProcess(() => [server], { ...env, ...settings }, siteFolder(site));
}
