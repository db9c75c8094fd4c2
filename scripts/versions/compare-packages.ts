import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../run/cli';
import { changesOf, type Change, type PatchedFile } from './patched-files';

const run = promisify(execFile);

/**
 * Takes both versions of a package from the npm registry, and compares these files of it.
 * @param folder an empty one, to unpack them into
 */
export async function comparePackages(
  folder: string,
  name: string,
  versions: Record<'from' | 'to', string>,
  files: readonly PatchedFile[],
): Promise<{ changes: Change[]; difference: string }> {
  for (const side of ['from', 'to'] as const) {
    await takeFiles(join(folder, side), `${name}@${versions[side]}`, files);
  }
  const diff = (...options: string[]) => {
    const args = ['diff', '--no-index', '--no-color', ...options, 'from', 'to'];
    const { stdout, status } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
    if (status !== 0 && status !== 1) throw new CommandError(`git diff ended with status ${status}.`);
    return stdout;
  };
  const isIn = (side: string) => (path: string) => existsSync(join(folder, side, path));
  const changes = changesOf(files, { from: isIn('from'), to: isIn('to') }, linesByPath(diff('--numstat', '-z')));
  return { changes, difference: diff() };
}

/** By `git diff --numstat -z`, which has the two paths of a compared file each as a field of its own. */
export function linesByPath(numstat: string): Map<string, [added: number, removed: number]> {
  const lines = new Map<string, [number, number]>();
  const fields = numstat.split('\0');
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [added, removed] = (fields[at] ?? '').split('\t').map(Number);
    const path = [fields[at + 1], fields[at + 2]].find((each) => each && each !== '/dev/null') ?? '';
    lines.set(path.replace(/^(?:from|to)\//, ''), [added ?? 0, removed ?? 0]);
  }
  return lines;
}

async function takeFiles(folder: string, spec: string, files: readonly PatchedFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const packed = await run('npm', ['pack', spec, '--json', '--pack-destination', folder], { maxBuffer: 1e8 }).catch(
    (error: unknown) => {
      throw new CommandError(`${spec} was not to be had from the npm registry.`, { cause: error });
    },
  );
  const [{ filename } = { filename: '' }] = JSON.parse(packed.stdout) as { filename: string }[];
  const paths = files.map(({ path }) => `package/${path}`);
  // Its status is not 0 where a file is not in this version.
  spawnSync('tar', ['-xzf', filename, '--strip-components=1', ...paths], { cwd: folder });
}
