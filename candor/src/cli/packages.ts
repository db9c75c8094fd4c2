import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tested } from '../internals/patches.js';
import { CommandError, read, type Application } from '../application/read-application.js';

/** The peer that an application does not have for another reason. */
const sdk = '@sentry/nextjs';
const oldestSdk = '10.52';

/** By the lock file, here or in the folders above. */
const managers = {
  'pnpm-lock.yaml': ['pnpm add', 'pnpm remove'],
  'yarn.lock': ['yarn add', 'yarn remove'],
  'bun.lock': ['bun add', 'bun remove'],
  'bun.lockb': ['bun add', 'bun remove'],
  'package-lock.json': ['npm install', 'npm uninstall'],
} as const;

/** The commands that add and remove packages. @throws CommandError for Yarn's Plug'n'Play */
export function packageCommands(folder: string): { add: string; remove: string } {
  for (const above of foldersUp(folder)) {
    if (existsSync(join(above, '.pnp.cjs')))
      throw new CommandError(
        'Yarn’s Plug’n’Play does not work with Candor. Set `nodeLinker: node-modules` in .yarnrc.yml first.',
      );
    for (const [lock, [add, remove]] of Object.entries(managers))
      if (existsSync(join(above, lock))) return { add, remove };
  }
  return { add: 'npm install', remove: 'npm uninstall' };
}

/**
 * The packages to add, with ranges: the version that Candor was tested with.
 * @throws CommandError where one has a version that Candor does not work with
 */
export function missingPeers({ folder, manifest }: Application): string[] {
  const listed = { ...manifest.devDependencies, ...manifest.dependencies };
  const refuse = (name: string, oldest: string) => {
    const version = installedOrNone(name, folder) ?? listed[name];
    if (version === undefined || !isBefore(version, oldest)) return;
    throw new CommandError(
      `This application has ${name} ${version}, and Candor needs ${oldest} or newer. Update it first: \`${packageCommands(folder).add} ${name}@latest\`.`,
    );
  };
  refuse('next', tested.next[0]);
  refuse(sdk, oldestSdk);
  return ['candor', sdk].flatMap((name) => {
    if (listed[name] !== undefined) return [];
    return name === sdk ? `${sdk}@~${tested['@sentry/core'][1]}.0` : name;
  });
}

/** The peers that nothing but Candor needs, as far as the application's code says. */
export function unusedPeers({ folder, manifest }: Application): string[] {
  const isUsed = () => codeFiles(folder).some(({ text }) => text.includes('@sentry/'));
  return manifest.dependencies[sdk] === undefined || isUsed() ? [] : [sdk];
}

/** The major version of the SDK that an application has, or 0. */
export function sdkMajor({ folder, manifest }: Application): number {
  const listed = manifest.dependencies[sdk] ?? manifest.devDependencies[sdk] ?? '';
  return Number(/\d+/.exec(installedOrNone(sdk, folder) ?? listed)?.[0] ?? 0);
}

/** The version of a package as the application finds it, which may be in a folder above; `@sentry/core`, as its SDK does. */
export function installedOrNone(name: string, folder: string): string | undefined {
  if (name === 'node') return process.versions.node;
  const from = name === '@sentry/core' ? packageFolder(sdk, folder) : folder;
  const found = from === undefined ? undefined : packageFolder(name, from);
  // By this alone: Node's own search would wait for a pipe.
  const [, version] = /"version"\s*:\s*"([^"]+)"/.exec((found && read(found, 'package.json')) ?? '') ?? [];
  return version;
}

function packageFolder(name: string, folder: string): string | undefined {
  const found = foldersUp(folder)
    .map((above) => join(above, 'node_modules', name))
    .find((one) => existsSync(one));
  return found && realpathSync(found);
}

function foldersUp(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

/** Whether a version, or the beginning of a range, is older than another of the form `major.minor`. Of other texts (`latest`, `catalog:`) not. */
function isBefore(version: string, oldest: string): boolean {
  const [, major, minor = '999'] = /^[\s^~>=v]*(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor);
}

const maxFiles = 5_000;

export type CodeFile = { path: string; text: string };

/** The application's own files of code, without those of packages and builds, with their texts. Paths have slashes. */
export function codeFiles(folder: string): CodeFile[] {
  const found: CodeFile[] = [];
  const folders = [''];
  for (let below = folders.shift(); below !== undefined && found.length < maxFiles; below = folders.shift()) {
    const entries = entriesOf(join(folder, below));
    if (below !== '' && entries.some(({ name }) => name === 'package.json')) continue; // Another package.
    for (const entry of entries) {
      const path = below + entry.name;
      if (entry.isDirectory() && !/^(node_modules|dist|build|out|\..*)$/.test(entry.name)) folders.push(`${path}/`);
      if (entry.isFile() && /\.[cm]?[jt]sx?$|^\.env/.test(entry.name)) found.push({ path, text: textOf(folder, path) });
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return []; // As the volume of a container that runs as root.
    throw error;
  }
}

function textOf(folder: string, path: string): string {
  try {
    return (read(folder, path) ?? '').slice(0, 200_000);
  } catch (error) {
    if (error instanceof CommandError) return ''; // Longer than a person writes.
    throw error;
  }
}
