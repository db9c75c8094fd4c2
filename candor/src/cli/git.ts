import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** Files with uncommitted changes. `git status` would run the filters that the folder configures. `undefined`: git has no commit here. */
export function uncommitted(folder: string, paths: readonly string[]): string[] | undefined {
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1' };
  const git = (...args: string[]) => spawnSync('git', [...safe, ...args], { cwd: folder, timeout: 3_000, env });
  if (git('cat-file', '-e', 'HEAD').status !== 0) return undefined;
  return paths.filter((path) => {
    const { status, stdout } = git('cat-file', 'blob', `HEAD:./${path}`);
    return status !== 0 || textOf(stdout) !== textOf(readFileSync(join(folder, path)));
  });
}

/** Git may have changed the ends of lines. */
const textOf = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\r\n', '\n');
