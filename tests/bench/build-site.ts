import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hashFiles } from '../../scripts/build/build-fingerprint';
import { startProcess } from '../../scripts/run/processes';
import { root } from '../../scripts/run/root';
import { builtOnce } from '../support/site-folder';

/** What is laid over the application's own files, the last on top. */
const layers = {
  bare: ['bare'],
  wizard: ['bare', 'wizard'],
  'sdk-tunnel': ['bare', 'sdk-tunnel'],
  'dispatch-tunnel': ['bare', 'dispatch-tunnel'],
};
export type SiteName = keyof typeof layers;

const ofTheApplication = [
  ...['app/layout.tsx', 'app/page.tsx', 'app/_home', 'app/globals.css', 'public', 'tsconfig.json'],
  'app/sentry-example-page',
];

/** The server file of a site, in this repository or in a copy of it. */
const siteServerFile = (name: SiteName, repository = root): string =>
  join(repository, '.bench', name, '.next/standalone/.bench', name, 'server.js');

/** Builds the site in `.bench/`, unless it is already what its sources would give; gives back its server file. */
export async function buildSite(name: SiteName): Promise<string> {
  const folder = join(root, '.bench', name);
  const server = siteServerFile(name);
  const built = dirname(server);
  const fingerprintFile = join(folder, 'build.sha256');
  const fingerprint = await fingerprintOf(name);
  if (existsSync(fingerprintFile) && (await readFile(fingerprintFile, 'utf8')) === fingerprint) return server;

  await rm(folder, { recursive: true, force: true });
  await layOut(name, folder);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...builtOnce } as const;
  const args = [join(root, 'node_modules/next/dist/bin/next'), 'build'];
  const status = await startProcess(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  }).ended;
  if (status !== 0) throw new Error(`The site ${name} was not built: next build ended with status ${status}.`);
  await cp(join(folder, 'public'), join(built, 'public'), { recursive: true });
  await cp(join(folder, '.next/static'), join(built, '.next/static'), { recursive: true });
  await writeFile(fingerprintFile, fingerprint); // Last, so that an interrupted build has none.
  return server;
}

async function layOut(name: SiteName, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Without the route handler: for it Next would load more at the start, which an application without any does not.
  const filter = (path: string) => basename(path) !== 'route-handler';
  for (const path of ofTheApplication) await cp(join(root, path), join(folder, path), { recursive: true, filter });
  for (const layer of layers[name]) {
    const [config, files] = [join(folder, 'next.config.ts'), join(root, 'tests/bench', layer)];
    // A layer with settings of its own imports those below it.
    if (existsSync(config) && existsSync(join(files, 'next.config.ts')))
      await rename(config, join(folder, 'bare.config.ts'));
    await cp(files, folder, { recursive: true });
  }
}

async function fingerprintOf(name: SiteName): Promise<string> {
  const paths = [...ofTheApplication, 'package-lock.json', ...layers[name].map((layer) => join('tests/bench', layer))];
  return hashFiles(root, (await Promise.all(paths.map(filesIn))).flat());
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path]; // No folder.
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}
