import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../run/cli';

export type PublishedVersions = (name: string) => Promise<readonly string[]>;

/** Every version of a package that the npm registry lists. */
export async function publishedVersions(name: string): Promise<readonly string[]> {
  try {
    const args = ['view', name, 'versions', '--json'];
    const { stdout } = await promisify(execFile)('npm', args, { timeout: 60_000, maxBuffer: 1e8 });
    return JSON.parse(stdout) as string[];
  } catch (error) {
    throw new CommandError(`The npm registry was asked for the versions of ${name} in vain.`, { cause: error });
  }
}
