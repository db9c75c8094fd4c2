import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../build/build-package';
import { releaseOf } from '../build/release';
import { copyRepository } from '../run/copy-repository';
import { CommandError, printFailure } from '../run/cli';
import { startProcess, type Environment } from '../run/processes';
import { root } from '../run/root';
import { readBrowserReport } from './browser-results';
import { installVersions } from './install-versions';
import type { PublishedVersions } from './published-versions';
import type { VersionSet } from './version-sets';

export type CheckResult = { passed: number; failed: string[]; /** That fails nothing. */ note?: string };

/** One row of the table. A check that failed has the names of what failed; one that never ran is left out. */
export type SetResult = {
  set: string;
  bundler: VersionSet['bundler'];
  versions: Record<string, string>;
  /** Packages that were not to be had at the version that others ask for. */
  overrides: Record<string, string>;
  date: string;
  checks: Partial<Record<CheckName, CheckResult>>;
  /** The patches that were in effect, and those that nothing has shown. */
  inEffect: string[];
  unproven: string[];
  problem?: string;
};

const specs = {
  kinds: 'tests/browser/demo/kinds.spec.ts',
  policy: 'tests/browser/policy.spec.ts',
  'self-check': 'tests/browser/demo/self-check.spec.ts',
} as const;
export type CheckName = keyof typeof specs | 'types';
export const checkNames: readonly CheckName[] = ['kinds', 'policy', 'self-check', 'types'];

const shownPackages = ['next', 'react', '@sentry/nextjs', 'typescript'];

export const isRed = ({ checks, problem }: SetResult): boolean =>
  problem !== undefined || checkNames.some((name) => checks[name] === undefined || checks[name].failed.length > 0);

/** Builds a copy of this application with these versions, and runs the kinds, the policy and the self-check there. */
export async function runSet(set: VersionSet, env: Environment, published: PublishedVersions): Promise<SetResult> {
  const folder = join(root, '.copies/versions', set.name.replaceAll(/[ /]/g, '-'));
  const result: SetResult = {
    set: set.name,
    bundler: set.bundler,
    versions: {},
    overrides: {},
    date: new Date().toISOString().slice(0, 10),
    checks: {},
    inEffect: [],
    unproven: [],
  };
  try {
    copyRepository(folder);
    result.overrides = await installVersions(folder, set.packages, published);
    result.versions = { ...installedIn(folder), node: process.versions.node };
    await copyPackage(folder, env);
    if (set.bundler === 'webpack') buildWithWebpack(folder);
    const ofCopy = { ...env, SENTRY_RELEASE: releaseOf(env) };
    await runIn(folder, ofCopy, 'scripts/bootstrap.mjs', 'build');
    await runBrowserTests(folder, env, result);
    result.checks.types = await checkTypes(folder);
  } catch (error) {
    printFailure(error);
    result.problem = error instanceof Error ? error.message : String(error);
    result.versions = { ...set.packages, ...result.versions };
  }
  return result;
}

async function runIn(folder: string, env: Environment, ...args: string[]): Promise<void> {
  const status = await startProcess(process.execPath, args, { cwd: folder, env }).ended;
  if (status !== 0) throw new CommandError(`${args.join(' ')} ended with status ${status}.`);
}

async function runBrowserTests(folder: string, env: Environment, result: SetResult): Promise<void> {
  const report = join(folder, 'test-results/versions.json');
  const args = [
    'node_modules/.bin/playwright',
    'test',
    '--project=shared-build',
    '--workers=2',
    '--reporter=list,json',
  ];
  await startProcess(process.execPath, [...args, ...Object.values(specs)], {
    cwd: folder,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }).ended;
  if (!existsSync(report)) throw new CommandError('The browser tests left no report.');
  const { files: results, errors } = readBrowserReport(JSON.parse(readFileSync(report, 'utf8')));
  if (errors.length > 0) throw new CommandError(`The browser tests did not run: ${errors.join('\n')}`);
  for (const [name, file] of Object.entries(specs) as [keyof typeof specs, string][]) {
    const ofFile = results[file.slice(file.lastIndexOf('/') + 1)];
    if (ofFile) result.checks[name] = { passed: ofFile.passed, failed: ofFile.failed.map(({ title }) => title) };
  }
  const { notes = {} } = results['self-check.spec.ts'] ?? {};
  for (const state of ['inEffect', 'unproven'] as const) result[state] = notes[state]?.split(' ').filter(Boolean) ?? [];
}

/** The application gets the package as it is published: with its types, and compiled by the compiler that is installed here. */
async function copyPackage(folder: string, env: Environment): Promise<void> {
  await buildPackage(env, '--types');
  cpSync(join(root, 'candor/dist'), join(folder, 'candor/dist'), { recursive: true });
}

/** The files with errors. Those of the tests fail nothing: they use what the installed versions have. */
async function checkTypes(folder: string): Promise<CheckResult> {
  const run = (tool: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(folder, 'node_modules/.bin', tool), ...args], {
      cwd: folder,
      maxBuffer: 1e8,
    });
  rmSync(join(folder, '.next/dev/types'), { recursive: true, force: true });
  try {
    await run('next', 'typegen');
    await run('tsc', '--noEmit', '--pretty', 'false');
    return { passed: 1, failed: [] };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    console.log(stdout + stderr);
    return filesWithErrors(stdout);
  }
}

/** From the output of `tsc --pretty false`. */
export function filesWithErrors(printed: string): CheckResult {
  const files = [...new Set([...printed.matchAll(/^(\S.*)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))];
  const failed = files.filter((file) => !file.startsWith('tests/'));
  if (files.length === 0) return { passed: 0, failed: ['it did not run'] };
  const note = `files of tests/ with errors: ${files.length - failed.length}`;
  return { passed: failed.length === 0 ? 1 : 0, failed, note };
}

function installedIn(folder: string): Record<string, string> {
  const versionOf = (name: string) =>
    (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
      .version;
  return Object.fromEntries(shownPackages.map((name) => [name, versionOf(name)]));
}

/** In the copy, `npm run build` uses the other bundler. */
function buildWithWebpack(folder: string): void {
  const file = join(folder, 'scripts/build/build-application.ts');
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(`'next', ['build']`, `'next', ['build', '--webpack']`);
  if (edited === text) throw new CommandError('scripts/build/build-application.ts has no `next build` to change.');
  writeFileSync(file, edited);
}
