import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Those of these files whose last commit is not what is on the disk. The hashes are compared here: `git status` would run the filters
 * that the folder's own configuration names. `undefined`: git has no commit here.
 */
export function uncommitted(folder: string, paths: readonly string[]): string[] | undefined {
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  const { status, stdout } = spawnSync('git', [...safe, 'ls-tree', '-z', 'HEAD', '--', ...paths], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 3_000,
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
  });
  if (status !== 0) return undefined;
  const committed = new Map(
    stdout.split('\0').flatMap((entry) => {
      const [, hash = '', path = ''] = /^\d+ blob (\w+)\t([^]+)$/.exec(entry) ?? [];
      return [[path, hash] as const];
    }),
  );
  return paths.filter((path) => !hashesOf(join(folder, path)).includes(committed.get(path) ?? ''));
}

/** Where git changes the ends of lines, the commit has other ones than the disk. */
function hashesOf(file: string): string[] {
  const bytes = readFileSync(file);
  const blobs = [bytes, Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')];
  const hash = (name: string, blob: Buffer) =>
    createHash(name).update(`blob ${blob.length}\0`).update(blob).digest('hex');
  return blobs.flatMap((blob) => [hash('sha1', blob), hash('sha256', blob)]);
}
