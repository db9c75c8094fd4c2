import { expect, test } from 'playwright/test';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { dependencies as latest, devDependencies, installedOnce, packed, run, writeFiles } from './adopt';

// `tsc --noEmit` of an application prints the same errors with Candor as without it: some versions find errors in Next's own types.

const { '@types/react': reactTypes } = devDependencies;
const reactDomTypes = packageJson.devDependencies['@types/react-dom'];
// The oldest compiler and the newest, with the oldest and the newest types of Node.
const setups = [
  { compiler: '5.4.5', node: '20.19.43', reactDom: reactDomTypes },
  { compiler: '7.0.2', node: '22.20.5', reactDom: undefined },
];

const folderOf = (name: string, version: string) => `${name.replace(/\W/g, '')}-${version}`;
const ofSetups = setups.flatMap(({ compiler, node }) => [
  ['typescript', compiler],
  ['@types/node', node],
]);
const aliases = [...ofSetups, ['@types/react-dom', reactDomTypes]].map(([name = '', version = '']) => [
  folderOf(name, version),
  `npm:${name}@${version}`,
]);
const dependencies = { ...latest, '@types/react': reactTypes, ...Object.fromEntries(aliases) };

/** Under the strictest settings, in the types of every package. */
const compilerOptions = {
  ...{ target: 'ES2022', lib: ['ES2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
  ...{ module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, esModuleInterop: true, types: ['node'] },
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
  skipLibCheck: false,
};

let folder: string;
test.beforeAll(async () => {
  folder = await installedOnce({ private: true, dependencies }, '--ignore-scripts');
  const candor = join(folder, 'node_modules/candor');
  await rm(candor, { recursive: true, force: true });
  await mkdir(candor);
  await run(folder, 'tar', ['xzf', packed, '--directory', candor, '--strip-components', '1']);
  await cp(join(import.meta.dirname, 'types'), folder, { recursive: true });
});

for (const { compiler, node, reactDom } of setups) {
  const types = `@types/node ${node} and ${reactDom ? '' : 'no '}@types/react-dom`;
  test(`TypeScript ${compiler} with ${types} finds nothing that it does not find without Candor`, async () => {
    await link('@types/node', node);
    await link('@types/react-dom', reactDom);
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

async function errorsOf(version: string, files: string[]): Promise<string[]> {
  await writeFiles(folder, { 'tsconfig.json': { compilerOptions, files } });
  const compiler = join(folder, 'node_modules', folderOf('typescript', version), 'bin/tsc');
  const printed = await run(folder, process.execPath, [compiler, '--pretty', 'false']).catch((error: Error) => {
    if (error.message.includes('error TS')) return error.message;
    throw error; // The compiler itself has failed.
  });
  return printed.split('\n').filter((line) => line.includes('error TS'));
}
