import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../run/cli';
import { npmReason } from '../npm-reason.mjs';
import { newest } from './order-versions';
import type { PublishedVersions } from './published-versions';

type PackageJson = Record<'dependencies' | 'devDependencies' | 'overrides', Record<string, string>>;

// A package of the SDK that needs more than this many others that do not exist is not published yet.
const mostOverrides = 10;

/**
 * Installs these versions into a copy of this repository. Where one of them asks for a package at a version that the registry
 * does not have, it gets the newest that there is. Gives back these exceptions.
 */
export async function installVersions(
  folder: string,
  versions: Readonly<Record<string, string>>,
  published: PublishedVersions,
): Promise<Record<string, string>> {
  // npm and the start script would write into these, and they are links to the files of this repository.
  for (const file of ['.package-lock.json', '.installed-package-lock.sha256']) {
    rmSync(join(folder, 'node_modules', file), { force: true });
  }
  const overrides: Record<string, string> = {};
  setVersions(folder, versions, overrides);
  for (;;) {
    const problem = Object.keys(versions).length > 0 ? await install(folder) : undefined;
    if (problem === undefined) break;
    const missing = missingPackage(problem);
    if (missing === undefined || missing in overrides || Object.keys(overrides).length >= mostOverrides) {
      throw new CommandError(`npm did not install these versions:\n${npmReason(problem) ?? problem}`);
    }
    const available = newest(await published(missing), 'release');
    if (available === undefined) throw new CommandError(`There is no release of ${missing}.`);
    overrides[missing] = available;
    setVersions(folder, versions, overrides);
  }
  const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json')));
  writeFileSync(join(folder, 'node_modules/.installed-package-lock.sha256'), lock.digest('hex'));
  return overrides;
}

/** The package that npm found no wanted version of. */
export function missingPackage(printed: string): string | undefined {
  return /No matching version found for (@?[^@\s]+)@/.exec(printed)?.[1];
}

function setVersions(folder: string, versions: Readonly<Record<string, string>>, overrides: Record<string, string>) {
  const file = join(folder, 'package.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  for (const [name, version] of Object.entries(versions)) {
    const list = name in content.dependencies ? content.dependencies : content.devDependencies;
    list[name] = version;
  }
  content.overrides = { ...content.overrides, ...overrides };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** What npm printed, where it failed. */
async function install(folder: string): Promise<string | undefined> {
  // Forced, because a canary is outside of the peers that others ask for.
  const args = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 1e8 });
    return undefined;
  } catch (error) {
    return (error as { stderr?: string }).stderr ?? String(error);
  }
}
