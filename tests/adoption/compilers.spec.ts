import { expect, test } from 'playwright/test';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { packed, run } from './adopt';

// `tsc --noEmit` of an application prints the same errors with Candor as without it: some versions find errors in Next's own types.

// The oldest compiler and the newest, with the oldest and the newest types of Node.
const setups = [
  { compiler: '5.4.5', node: '20.19.43', hasReactDom: true },
  { compiler: '7.0.2', node: '22.20.5', hasReactDom: false },
];

const { next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk } = packageJson.dependencies;
const { '@types/react': reactTypes, '@types/react-dom': reactDomTypes } = packageJson.devDependencies;
const aliases = (name: string, versions: string[]) =>
  Object.fromEntries(versions.map((version) => [folderOf(name, version), `npm:${name}@${version}`]));
const folderOf = (name: string, version: string) => `${name.replace(/\W/g, '')}-${version}`;
const dependencies = {
  ...{ next, react, 'react-dom': reactDom, '@sentry/nextjs': sdk, '@types/react': reactTypes },
  ...aliases(
    'typescript',
    setups.map(({ compiler }) => compiler),
  ),
  ...aliases(
    '@types/node',
    setups.map(({ node }) => node),
  ),
  ...aliases('@types/react-dom', [reactDomTypes]),
};

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

for (const { compiler, node, hasReactDom } of setups) {
  const types = `@types/node ${node} and ${hasReactDom ? '' : 'no '}@types/react-dom`;
  test(`TypeScript ${compiler} with ${types} finds nothing that it does not find without Candor`, async () => {
    await link('@types/node', node);
    await link('@types/react-dom', hasReactDom ? reactDomTypes : undefined);
    const withCandor = await errorsOf(compiler, ['bare.tsx', 'with-candor.tsx']);
    if (withCandor.length > 0) expect(withCandor).toEqual(await errorsOf(compiler, ['bare.tsx']));
  });
}

/** Puts one version of a package in its place. */
async function link(name: string, version: string | undefined): Promise<void> {
  const place = join(folder, 'node_modules', name);
  await rm(place, { recursive: true, force: true });
  if (version !== undefined) await symlink(join('..', folderOf(name, version)), place);
}

/** Under the strictest settings, in the types of every package. */
async function errorsOf(version: string, files: string[]): Promise<string[]> {
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    ...{ module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, esModuleInterop: true, types: ['node'] },
    ...{
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
    },
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
