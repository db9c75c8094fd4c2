import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { root } from '../docs/files';

/**
 * Runs two-copies.mjs with two copies of the built package, each in a folder of its own.
 * @param version of the second; by default that of the first
 */
export function runTwoCopies({ version }: { version?: string } = {}) {
  const folder = mkdtempSync(join(root, 'node_modules/.copies-')); // Node looks for packages above it.
  try {
    const [first, second] = ['first', 'second'].map((name) => {
      const copy = join(folder, name, 'node_modules/candor');
      for (const part of ['dist', 'package.json'])
        cpSync(join(root, 'candor', part), join(copy, part), { recursive: true });
      return copy;
    }) as [string, string];
    if (version !== undefined) setVersion(second, version);
    const { PATH } = process.env;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'two-copies.mjs'), first, second, JSON.stringify(inject('inlinedSettings'))],
      {
        cwd: folder,
        env: { PATH, NODE_ENV: 'production', NEXT_RUNTIME: 'nodejs' },
        encoding: 'utf8',
        timeout: 200_000,
      },
    );
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return {
      status,
      stderr,
      printed: stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{')),
      log: lines.map((line) => JSON.parse(line) as { msg: string; digest?: string; error?: { message: string } }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function setVersion(copy: string, version: string): void {
  const file = join(copy, 'dist/shared/version.js');
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(/'[\d.]+'/, `'${version}'`);
  if (changed === text) throw new Error(`${file} names no version:\n${text}`);
  writeFileSync(file, changed);
}
