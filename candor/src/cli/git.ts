import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/**
 * Those of these files whose last commit is not what is on the disk. The bytes are compared here: `git status` would run the filters
 * that the folder's own configuration names. `undefined`: git has no commit here.
 */
export function uncommitted(folder: string, paths: readonly string[]): string[] | undefined {
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1' };
  const git = (...args: string[]) => spawnSync('git', [...safe, ...args], { cwd: folder, timeout: 3_000, env });
  if (git('cat-file', '-e', 'HEAD').status !== 0) return undefined;
  return paths.filter((path) => {
    const { status, stdout } = git('cat-file', 'blob', `HEAD:./${path}`);
    return status !== 0 || textOf(stdout) !== textOf(readFileSync(join(folder, path)));
  });
}

/** Where git changes the ends of lines, the commit has other ones than the disk. */
const textOf = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\r\n', '\n');
