import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/run/root';
import { startProcess, type Application } from './application';
import { buildByNext, siteFolder } from './site-folder';

const run = promisify(execFile);

/** The application of tests/sites/guest as it is, with what `candor init` writes, with the policy besides, and with that alone; and its neighbour. */
export type Guest = 'bare' | 'core' | 'enforce' | 'alone' | 'zone';

const written = ['global-error', 'not-found', 'forbidden', 'unauthorized'];

/** @param zoneOrigin where the other application will listen */
export async function buildGuest(guest: Guest, zoneOrigin: string): Promise<{ folder: string; printed: string }> {
  const folder = siteFolder(`guest-${guest}`);
  await rm(folder, { recursive: true, force: true });
  // With their times, which the headers of files have.
  await cp(join(root, 'tests/sites/guest', guest === 'zone' ? 'zone' : ''), folder, {
    recursive: true,
    preserveTimestamps: true,
  });
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  const dependencies = { next: '*', react: '*', 'react-dom': '*', '@sentry/nextjs': '*', candor: 'file:candor' };
  const manifest = { name: 'guest', private: true, dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  // Hard links: Turbopack follows no symbolic link out of the folder that it builds.
  await run('cp', ['-al', join(root, 'node_modules'), join(folder, 'node_modules')]);
  const installed = join(folder, 'node_modules/renders-templates');
  if (guest !== 'zone') await cp(join(root, 'tests/sites/guest/renders-templates'), installed, { recursive: true });
  if (guest === 'core' || guest === 'enforce' || guest === 'alone') await bringIn(folder, guest);
  // The names of Server Actions are made from it.
  const NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
  const env = { ZONE_ORIGIN: zoneOrigin, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY };
  return { folder, printed: await buildByNext(folder, env) };
}

async function bringIn(folder: string, guest: Guest): Promise<void> {
  await mkdir(join(folder, 'candor'));
  for (const part of ['dist', 'package.json'])
    await cp(join(root, 'candor', part), join(folder, 'candor', part), { recursive: true });
  const config = join(folder, 'next.config.mjs');
  const configure = async (from: string, to: string, before = '') =>
    writeFile(config, before + (await readFile(config, 'utf8')).replace(from, to));
  if (guest === 'alone') {
    await writeFile(join(folder, 'instrumentation.ts'), "export { register } from 'candor/policy';\n");
    const policy = "{ mode: 'enforce', sources: { 'connect-src': ['https://errors.example.org'] } }";
    const imported = "import { withPolicy } from 'candor/policy';\n";
    return configure('export default config', `export default withPolicy(config, ${policy})`, imported);
  }
  for (const name of written) await rm(join(folder, 'app', `${name}.tsx`));
  // The folder is one that this repository ignores: to git, nothing in it is committed.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  await run(process.execPath, [join(root, 'candor/dist/cli/main.js'), 'init', folder, '--yes'], { env });
  if (guest === 'enforce') await configure('withCandor(config)', "withCandor(config, { policy: 'enforce' })");
}

/** Starts one that is built. `PORT` of the settings is where it listens; any other one by default. */
export function startGuest(guest: Guest, settings: Record<string, string> = {}): Promise<Application> {
  const folder = siteFolder(`guest-${guest}`);
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', HOSTNAME: '127.0.0.1', ...settings };
  const start = (port: number) => ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)];
  return startProcess(start, env, folder, guest === 'zone' ? '/docs' : '/api/data');
}
