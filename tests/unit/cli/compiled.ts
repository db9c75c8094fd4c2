import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const interrupt = join(import.meta.dirname, 'interrupt.mjs');

export type Interruption = { at?: number; how?: 'before' | 'halfway' | 'full' | 'stays full'; user?: number };
type Ended = { signal: string | null; status: number | null; steps: string[]; stderr: string };

/** Compiles the commands for the tests of a file: in a process of their own they are a user's. */
export function eachCompiled() {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(root, 'node_modules/.cli-')); // Node looks for packages above it.
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const options = ['--noCheck', '--noResolve', '--declaration', 'false', '--outDir', join(folder, 'dist')];
    execFileSync(process.execPath, [tsc, '--project', join(root, 'candor'), ...options]);
    cpSync(join(root, 'candor/package.json'), join(folder, 'package.json'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }), 120_000);

  /** Runs a command in a folder, without anybody to ask. */
  return async function start(command: string, cwd: string, interruption: Interruption = {}): Promise<Ended> {
    const args = ['--import', interrupt, join(folder, 'dist/cli/main.js'), ...command.split(' ')];
    const env = { ...process.env, INTERRUPT: JSON.stringify(interruption) };
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    const [stderr, steps, [status, signal]] = await Promise.all([
      text(child.stderr!),
      text(child.stdio[3] as NodeJS.ReadableStream),
      once(child, 'close') as Promise<[number | null, string | null]>,
    ]);
    return { status, signal, steps: JSON.parse(steps || '[]') as string[], stderr };
  };
}
