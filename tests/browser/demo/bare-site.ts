import { cp, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildByNext, siteFolder } from '../../support/site-folder';

const root = join(import.meta.dirname, '../../..');
const ofTheApplication = [
  ...['app/layout.tsx', 'app/page.tsx', 'app/_home', 'app/globals.css', 'public', 'tsconfig.json'],
  'app/sentry-example-page',
];

/** Builds the application's two pages on Next alone; gives back the file of the server. */
export async function buildBareSite(): Promise<string> {
  const folder = siteFolder('bare');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // Without the route handler: for it Next would load more at the start, which an application without any does not.
  const filter = (path: string) => basename(path) !== 'route-handler';
  for (const path of ofTheApplication) await cp(join(root, path), join(folder, path), { recursive: true, filter });
  await cp(join(root, 'tests/sites/bare'), folder, { recursive: true });
  await buildByNext(folder, {}, root);
  const built = join(folder, '.next/standalone/.copies/bare');
  for (const files of ['public', '.next/static'])
    await cp(join(folder, files), join(built, files), { recursive: true });
  return join(built, 'server.js');
}
