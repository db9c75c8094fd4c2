import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { detect, resolveCommand, type DetectResult } from 'package-manager-detector';
import { installed } from '../build/check-versions.js';
import { tested } from '../internals/patches.js';
import { CommandError, read, type Application } from './application.js';

/** The peer that an application does not have for another reason. */
const sdk = '@sentry/nextjs';

export type PackageManager = DetectResult;

/** By the lock file, here or in the folders above. @throws CommandError for Yarn's Plug'n'Play */
export async function packageManagerOf(folder: string): Promise<PackageManager> {
  const found = (await detect({ cwd: folder })) ?? { name: 'npm' as const, agent: 'npm' as const };
  for (let above = folder; ; above = join(above, '..')) {
    if (existsSync(join(above, '.pnp.cjs')))
      throw new CommandError(
        'Yarn’s Plug’n’Play does not work with Candor. Set `nodeLinker: node-modules` in .yarnrc.yml first.',
      );
    if (above === join(above, '..')) return found;
  }
}

/**
 * The packages to add, with ranges: the version that Candor was tested with.
 * @throws CommandError where one has a version that Candor does not work with
 */
export function missingPeers({ folder, manifest }: Application): string[] {
  const listed = { ...manifest.devDependencies, ...manifest.dependencies };
  if (listed.candor === undefined)
    throw new CommandError(
      `Candor is not among the dependencies of ${folder}. Run \`npm install candor\` there first.`,
    );
  const [oldestNext] = tested.next;
  const next = installedOrNone('next', folder) ?? listed.next;
  if (next !== undefined && isBefore(next, oldestNext))
    throw new CommandError(
      `This application has Next ${next}, and Candor needs ${oldestNext} or newer. Update Next first.`,
    );
  const newestSdk = tested['@sentry/core'][1];
  const own = listed[sdk];
  if (own === undefined) return [`${sdk}@~${newestSdk}.0`];
  if (isBefore(own, newestSdk))
    throw new CommandError(
      `This application has ${sdk} ${own}, and Candor needs ${newestSdk} or newer. Update it first: its major version is yours to change.`,
    );
  return [];
}

/** The version of a package as the application resolves it, which may be in a folder above. */
export function installedOrNone(name: string, folder: string): string | undefined {
  try {
    return installed(name, folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a version, or the beginning of a range, is older than another of the form `major.minor`. Of other texts (`latest`) not. */
function isBefore(version: string, oldest: string): boolean {
  const numbers = (text: string) =>
    /(\d+)(?:\.(\d+))?/
      .exec(text)
      ?.slice(1)
      .map((part = '999') => Number(part));
  const [[major = 0, minor = 0] = [], [oldestMajor = 0, oldestMinor = 0] = []] = [numbers(version), numbers(oldest)];
  return numbers(version) !== undefined && (major === oldestMajor ? minor < oldestMinor : major < oldestMajor);
}

/** The peers that nothing but Candor needs, as far as the application's code says. */
export function unusedPeers({ folder, manifest }: Application): string[] {
  const isUsed = () => codeFiles(folder).some((path) => read(folder, path)?.includes('@sentry/'));
  return manifest.dependencies?.[sdk] === undefined || isUsed() ? [] : [sdk];
}

/** The application's own files of code, without those of packages and builds. Paths are relative to its folder, with slashes. */
export function codeFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name;
    if (entry.isDirectory())
      return /^(node_modules|dist|build|out|\..*)$/.test(entry.name) ? [] : codeFiles(folder, `${path}/`);
    return entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

/** Runs the package manager, which prints as usual. @throws CommandError if it fails */
export function runPackageManager(
  { agent }: PackageManager,
  what: 'add' | 'uninstall',
  names: string[],
  folder: string,
): void {
  const resolved = resolveCommand(agent, what, names);
  if (resolved === null) throw new CommandError(`${agent} has no command to ${what} packages.`);
  const { command, args } = resolved;
  try {
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  } catch (error) {
    throw new CommandError(`\`${command} ${args.join(' ')}\` failed: ${(error as Error).message}`);
  }
}
