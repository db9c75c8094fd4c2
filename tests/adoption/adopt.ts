import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../candor/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };

export const root = join(import.meta.dirname, '../..');
// Outside of the repository: Next and Node look for packages in the folders above.
export const common = join(tmpdir(), 'candor-adoption');
export const work = join(common, createHash('sha256').update(root).digest('hex').slice(0, 8)); // Of this checkout.

/** Makes the package as it would be published, before the first test. */
export default async function pack(): Promise<void> {
  const packages = join(work, 'packed');
  await mkdir(packages, { recursive: true });
  await run(root, 'npm', ['pack', '--workspace', 'candor', '--pack-destination', packages]);
}

export const packed = join(work, 'packed', `candor-${manifest.version}.tgz`);

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { typescript, '@types/node': nodeTypes, '@types/react': reactTypes } = packageJson.devDependencies;

/** What applications of today have. */
export const dependencies = { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk };
export const devDependencies = { typescript, '@types/node': nodeTypes, '@types/react': reactTypes };

/** What applications in TypeScript have, so that Next adds nothing to it. */
export const tsconfig = {
  compilerOptions: {
    ...{ target: 'ES2022', lib: ['dom', 'dom.iterable', 'esnext'], allowJs: true, skipLibCheck: true, strict: true },
    ...{ noEmit: true, esModuleInterop: true, module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ resolveJsonModule: true, isolatedModules: true, incremental: true, plugins: [{ name: 'next' }] },
  },
  include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts', '.next/dev/types/**/*.ts'],
  exclude: ['node_modules'],
};
export const gitignore = ['node_modules', '.next', 'next-env.d.ts', '*.tsbuildinfo', ''].join('\n');

export const npmOptions = ['--prefer-offline', '--no-audit', '--no-fund'];

/** A folder of this machine in which these packages are installed: the next run finds it. */
export async function installedOnce(packages: object, ...options: string[]): Promise<string> {
  const list = JSON.stringify(packages);
  const kept = join(common, 'installed', createHash('sha256').update(list).digest('hex').slice(0, 8));
  if (!existsSync(kept)) {
    const partly = `${kept}.${process.pid}`;
    await writeFiles(partly, { 'package.json': packages });
    await run(partly, 'npm', ['install', ...npmOptions, ...options]);
    await rename(partly, kept);
  }
  return kept;
}

/** A folder outside of the repository. It goes when the function has ended. */
export async function inFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'candor-adoption-')));
  try {
    await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes texts into files of a folder, by their paths. What is no text becomes JSON. */
export async function writeFiles(folder: string, files: Record<string, string | object>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
}

const isOfPackages = /(^|[ /])(package(-lock)?\.json|pnpm-(lock|workspace)\.yaml)$/;

/** @throws Error where that changes nothing */
export async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${file} was not what the test expects:\n${before}`);
  await writeFile(file, after);
}

/** The files that differ from the first commit, but what lists packages. */
export async function changesSinceFirst(folder: string): Promise<string[]> {
  const differing = await run(folder, 'git', ['diff', '--name-only', 'before']);
  return differing.split('\n').filter((path) => path !== '' && !isOfPackages.test(path));
}

/** What differs from the last commit: `M` or `??`, and the path. */
export async function changes(folder: string): Promise<string[]> {
  const listed = await run(folder, 'git', ['status', '--porcelain', '--untracked-files=all']);
  return listed.split('\n').filter((line) => line !== '' && !isOfPackages.test(line));
}

/** Makes it a repository, with all that it has under the tag `before`. */
export async function startRepository(folder: string): Promise<void> {
  await run(folder, 'git', ['init', '--quiet']);
  await commit(folder, 'Before Candor');
  await run(folder, 'git', ['tag', 'before']);
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

export async function commit(folder: string, message: string): Promise<void> {
  await run(folder, 'git', ['add', '--all']);
  const author = ['-c', 'user.name=Team', '-c', 'user.email=team@example.org'];
  await run(folder, 'git', [...author, 'commit', '--quiet', '--allow-empty', '--message', message]);
}
