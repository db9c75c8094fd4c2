import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkVersions } from '../../build/check-versions.js';
import { read, type Application } from '../application.js';
import type { Finding } from './finding.js';

const sdk = '@sentry/nextjs';

/** The packages that an application lists and has installed, beside those that Candor was tested with. */
export function inspectVersions({ folder, manifest }: Application): Finding[] {
  const listed = { ...manifest.devDependencies, ...manifest.dependencies };
  const unlisted = ['candor', sdk].filter((name) => listed[name] === undefined);
  const needed = ['next', 'react', 'react-dom', sdk].filter((name) => !unlisted.includes(name));
  const absent = needed.filter((name) => versionOf(name, folder) === undefined);
  return [
    ...unlisted.map((name) => `package.json does not list ${name}. Run \`npm install ${name}\`.`),
    ...(absent.length > 0 ? [`${absent.join(', ')} cannot be found from this folder: install the dependencies.`] : []),
    ...checkVersions((name) => versionOf(name, folder)),
  ].map((says) => ({ says }));
}

/** By the file alone: `require` may run code for it, as a package says what its name leads to. */
function versionOf(name: string, folder: string): string | undefined {
  if (name === 'node') return process.versions.node;
  // Where packages see only what they list, the SDK alone sees its core.
  const from = name === '@sentry/core' ? (folderOf(sdk, folder) ?? folder) : folder;
  const place = folderOf(name, from);
  return place && /"version"\s*:\s*"([^"]*)"/.exec(read(place, 'package.json') ?? '')?.[1];
}

/** Where a package is installed, for a file in that folder. */
function folderOf(name: string, folder: string): string | undefined {
  const place = join(folder, 'node_modules', name);
  if (read(place, 'package.json') !== undefined) return realpathSync(place);
  return dirname(folder) === folder ? undefined : folderOf(name, dirname(folder));
}
