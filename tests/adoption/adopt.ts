import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '../..');
// Outside of the repository: Next and Node look for packages in the folders above.
export const common = join(tmpdir(), 'candor-adoption');
export const work = join(common, createHash('sha256').update(root).digest('hex').slice(0, 8)); // Of this checkout.

let tarball: Promise<string> | undefined;

/** The package as it would be published, made once by each worker. */
export function packed(): Promise<string> {
  tarball ??= (async () => {
    const packages = join(work, `packed-${process.env.TEST_PARALLEL_INDEX ?? 0}`);
    await mkdir(packages, { recursive: true });
    const args = ['pack', '--workspace', 'candor', '--pack-destination', packages, '--json'];
    const printed = await run(root, 'npm', args);
    const [{ filename = '' } = {}] = JSON.parse(printed.slice(printed.indexOf('['))) as { filename?: string }[];
    return join(packages, filename);
  })();
  return tarball;
}

/** The files that differ from the first commit. */
export async function changesSinceFirst(folder: string): Promise<string[]> {
  const differing = await run(folder, 'git', ['diff', '--name-only', await firstCommit(folder)]);
  return differing.split('\n').filter(Boolean);
}

export const firstCommit = async (folder: string) =>
  (await run(folder, 'git', ['rev-list', '--max-parents=0', 'HEAD'])).trim();

/** What differs from the last commit: `M` or `??`, and the path. */
export async function changes(folder: string): Promise<string[]> {
  const listed = await run(folder, 'git', ['status', '--porcelain', '--untracked-files=all']);
  return listed.split('\n').filter(Boolean);
}

export async function run(
  folder: string,
  program: string,
  args: string[],
  more: NodeJS.ProcessEnv | object = {},
): Promise<string> {
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1', CI: '1', ...more };
  const how = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv, maxBuffer: 1e8 };
  const running = promisify(execFile)(program, args, how);
  running.child.stdin?.end(); // Without a terminal there is nobody to ask.
  try {
    return (await running).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`, { cause: error });
  }
}

export async function commit(folder: string, message = 'Before Candor'): Promise<void> {
  await run(folder, 'git', ['add', '--all']);
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  await run(folder, 'git', [...author, 'commit', '--quiet', '--allow-empty', '--message', message]);
}
