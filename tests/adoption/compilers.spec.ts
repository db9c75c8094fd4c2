import { expect, test } from 'playwright/test';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { packed, run } from './adopt';

// `tsc --noEmit` of an application prints the same errors with Candor as without it: some versions find errors in Next's own types.

const compilers = ['5.4.5', '7.0.2']; // The oldest and the newest.
const nodeTypes = ['20.19.43', '22.20.5'];

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { '@types/react': reactTypes, '@types/react-dom': reactDomTypes } = packageJson.devDependencies;
const aliases = (name: string, versions: string[]) =>
  Object.fromEntries(versions.map((version) => [folderOf(name, version), `npm:${name}@${version}`]));
const folderOf = (name: string, version: string) => `${name.replace(/\W/g, '')}-${version}`;
const dependencies = {
  ...{ next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, '@types/react': reactTypes },
  ...aliases('typescript', compilers),
  ...aliases('@types/node', nodeTypes),
  ...aliases('@types/react-dom', [reactDomTypes]),
};

const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true };
const optionSets = [
  { ...strictest, skipLibCheck: true },
  { ...strictest, skipLibCheck: false },
  { skipLibCheck: false },
];
/** With each compiler all options; the types vary so that every pair of two settings occurs, the compiler being one. */
const projectsOf = (compiler: number) =>
  optionSets.map((given, at) => ({
    node: nodeTypes[(compiler + at) % 2] ?? '',
    hasReactDom: (compiler === 0) === at < 2,
    options: given,
  }));

let folder: string;
test.beforeAll(async () => {
  const list = JSON.stringify({ private: true, dependencies });
  // Outside of the repository, whose packages TypeScript would find.
  folder = join(tmpdir(), 'candor-types', createHash('sha256').update(list).digest('hex').slice(0, 8));
  if (!existsSync(folder)) {
    const partly = `${folder}.${process.pid}`;
    await mkdir(partly, { recursive: true });
    await writeFile(join(partly, 'package.json'), list);
    await run(partly, 'npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']);
    await rename(partly, folder);
  }
  const candor = join(folder, 'node_modules/candor');
  await rm(candor, { recursive: true, force: true });
  await mkdir(candor);
  await run(folder, 'tar', ['xzf', await packed(), '--directory', candor, '--strip-components', '1']);
  await cp(join(import.meta.dirname, 'types'), folder, { recursive: true });
});

for (const [at, version] of compilers.entries()) {
  test(`TypeScript ${version} finds nothing in an application with Candor that it does not find without`, async () => {
    for (const { node, hasReactDom, options } of projectsOf(at)) {
      const title = `@types/node ${node}, ${hasReactDom ? '' : 'no '}@types/react-dom, ${JSON.stringify(options)}`;
      await link('@types/node', node);
      await link('@types/react-dom', hasReactDom ? reactDomTypes : undefined);
      await test.step(title, async () => {
        const withCandor = await errorsOf(version, ['bare.tsx', 'with-candor.tsx'], options);
        if (withCandor.length > 0) expect(withCandor, title).toEqual(await errorsOf(version, ['bare.tsx'], options));
      });
    }
  });
}

/** Puts one version of a package in its place. */
async function link(name: string, version: string | undefined): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await rm(place, { recursive: true, force: true });
  if (version !== undefined) await symlink(join('..', folderOf(name, version)), place);
}

async function errorsOf(version: string, files: string[], options: object): Promise<string[]> {
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    ...{ module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, esModuleInterop: true, types: ['node'] },
    ...options,
  };
  const project = join(folder, `tsconfig.${files.length}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  const compiler = join(folder, 'node_modules', folderOf('typescript', version));
  const [bin = ''] = (await readdir(join(compiler, 'bin'))).filter((name) => /^tsc(\.js)?$/.test(name));
  const printed = await run(folder, process.execPath, [
    join(compiler, 'bin', bin),
    '--project',
    project,
    '--pretty',
    'false',
  ]).catch((error: Error) => {
    if (error.message.includes('error TS')) return error.message;
    throw error; // The compiler itself has failed.
  });
  return printed.split('\n').filter((line) => line.includes('error TS'));
}
