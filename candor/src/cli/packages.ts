import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tested } from '../internals/patches.js';
import { CommandError, read, type Application } from '../application/read-application.js';
import type { CodeFile } from './code-files.js';

export const sdk = '@sentry/nextjs';
const oldest = { next: tested.next[0], [sdk]: '10.52' };

/** By the lock file, here or in the folders above. */
const managers: Record<string, string> = {
  '.pnp.cjs': 'Plug’n’Play',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
};

/** @throws CommandError for Yarn's Plug'n'Play */
export function packageCommands(folder: string): { add: string; remove: string } {
  const locks = foldersUp(folder).flatMap((above) => Object.keys(managers).map((lock) => join(above, lock)));
  const lock = locks.find((one) => existsSync(one)) ?? 'package-lock.json';
  const manager = managers[basename(lock)]!;
  if (manager === 'npm') return { add: 'npm install', remove: 'npm uninstall' };
  if (lock.endsWith('.pnp.cjs'))
    throw new CommandError(
      'Yarn’s Plug’n’Play does not work with Candor. Set `nodeLinker: node-modules` in .yarnrc.yml first.',
    );
  return { add: `${manager} add`, remove: `${manager} remove` };
}

/** The packages to add, with ranges. @throws CommandError where one has a version that Candor does not work with */
export function missingPeers({ folder, packages }: Application): string[] {
  for (const [name, wanted] of Object.entries(oldest)) {
    const version = installedOrNone(name, folder) ?? packages[name] ?? '';
    // The beginning of a range. `latest`, `catalog:` and the like say nothing.
    const [, major, minor = '.999'] = /^[\s^~>=v]*(\d+)(\.\d+)?/.exec(version) ?? [];
    if (major !== undefined && `${major}${minor}`.localeCompare(wanted, 'en', { numeric: true }) < 0)
      throw new CommandError(
        `This application has ${name} ${version}, but Candor needs ${wanted} or newer. Update it first: \`${packageCommands(folder).add} ${name}@latest\`.`,
      );
  }
  const ranges = { candor: 'candor', [sdk]: `${sdk}@~${tested['@sentry/core'][1]}.0` };
  return Object.entries(ranges).flatMap(([name, range]) => (packages[name] === undefined ? range : []));
}

export function unusedPeers({ packages }: Application, files: readonly CodeFile[]): string[] {
  return packages[sdk] === undefined || files.some(({ text }) => text.includes('@sentry/')) ? [] : [sdk];
}

export function sdkMajor({ folder, packages }: Application): number {
  return Number(/\d+/.exec(installedOrNone(sdk, folder) ?? packages[sdk] ?? '')?.[0] ?? 0);
}

export function installedOrNone(name: string, folder: string): string | undefined {
  if (name === 'node') return process.versions.node;
  const from = name === '@sentry/core' ? packageFolder(sdk, folder) : folder;
  const found = from === undefined ? undefined : packageFolder(name, from);
  // Not by Node's search, which would wait for a pipe.
  const [, version] = /"version"\s*:\s*"([^"]+)"/.exec((found && read(found, 'package.json')) ?? '') ?? [];
  return version;
}

function packageFolder(name: string, folder: string): string | undefined {
  const folders = foldersUp(folder).map((above) => join(above, 'node_modules', name));
  const found = folders.find((one) => existsSync(one));
  return found && realpathSync(found);
}

function foldersUp(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}
