import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyInputFiles } from '../../scripts/build/build-inputs';
import { compilePolicy } from '../../scripts/build/harden-build';
import { startProcess } from './application';
import { endAtExit } from './stop-with-tests';

const root = join(import.meta.dirname, '../..');
const next = join(root, 'node_modules/next/dist/bin/next');

// Next refuses `use cache` and the edge runtime in one site; the development server gets a folder of its own.
const sites = {
  node: { without: 'edge', command: 'start', NODE_ENV: 'production', USE_CACHE: 'on' },
  edge: { without: 'cached', command: 'start', NODE_ENV: 'production', USE_CACHE: 'off' },
  development: { without: 'edge', command: 'dev', NODE_ENV: 'development', USE_CACHE: 'on' },
} as const;

/** Lays the failing routes over a copy of the application, builds it if need be, and starts it. */
export async function startFailingRoutes(name: keyof typeof sites, settings: Record<string, string>) {
  const { without, command, NODE_ENV, USE_CACHE } = sites[name];
  const folder = join(root, '.failing-routes', name);
  await layOut(folder, without);
  const env = { NODE_ENV, USE_CACHE, NEXT_TELEMETRY_DISABLED: '1' };
  if (command === 'start') {
    const built = promisify(execFile)(process.execPath, [next, 'build'], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    endAtExit(built.child);
    await built;
  }
  if (name === 'node') compilePolicy(folder);
  const first = name === 'node' ? ['--import', join(folder, 'candor/policy/set-headers.mjs')] : [];
  const args = (port: number) => [...first, next, command, '-H', '127.0.0.1', '-p', String(port)];
  return startProcess(args, { ...env, ...settings }, folder);
}

async function layOut(folder: string, without: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyInputFiles(root, folder);
  await rename(join(folder, 'next.config.ts'), join(folder, 'application.config.ts'));
  await cp(join(root, 'tests/failing-routes'), folder, { recursive: true });
  await rm(join(folder, 'app/failing', without), { recursive: true });
}
