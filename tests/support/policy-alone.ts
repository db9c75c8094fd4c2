import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildByNext, makeSiteFolder } from './site-folder';

const sites = join(import.meta.dirname, '../sites');
const cached = 'app/cached';
const pages = ['shell', 'use-cache'];

// Of the application's folder, with which a site begins.
const kept = ['.next', 'candor', 'node_modules', 'package.json', 'tsconfig.json'];

/**
 * Builds the application of tests/sites/policy-alone, by Next's own command: nothing of ours is in it, and of Candor the policy. It has
 * pages of tests/sites/team-settings too.
 * @returns its folder
 */
export async function buildPolicyAlone(): Promise<string> {
  const folder = await makeSiteFolder('policy-alone');
  const other = (await readdir(folder)).filter((name) => !kept.includes(name));
  await Promise.all(other.map((name) => rm(join(folder, name), { recursive: true })));
  await cp(join(sites, 'policy-alone'), folder, { recursive: true });
  await cp(join(sites, '../support/app'), join(folder, 'app'), { recursive: true });
  for (const page of pages) {
    await cp(join(sites, 'team-settings', cached, page), join(folder, cached, page), { recursive: true });
  }
  await buildByNext(folder, {});
  await cp(join(folder, '.next/static'), join(folder, '.next/standalone/.next/static'), { recursive: true });
  return folder;
}
