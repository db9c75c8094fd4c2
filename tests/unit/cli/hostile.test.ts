import { execFileSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeFiles, type Files } from '../../support/each-in-folder';
import { emptyFolder, filesIn, init, join, remove, run, tree } from './trees';

const pipe = (folder: string, path: string) => {
  rmSync(join(folder, path), { force: true });
  execFileSync('mkfifo', [join(folder, path)]);
};
const large = (folder: string, path: string) => {
  writeFiles(folder, { [path]: '' });
  fs.truncateSync(join(folder, path), 3e9);
};
const linked = (folder: string, path: string) => {
  rmSync(join(folder, path), { recursive: true, force: true });
  symlinkSync(emptyFolder(), join(folder, path));
};

const manifest = (text: string) => (folder: string) => writeFiles(folder, { 'package.json': text });
const depending = (name: string, range: string) => manifest(JSON.stringify({ dependencies: { [name]: range } }));
const notRegular = /is not a regular file of at most 2 MB/;

test.each<[string, (folder: string) => void, RegExp]>([
  ['a pipe for next.config', (folder) => pipe(folder, 'next.config.ts'), notRegular],
  ['a pipe for package.json', (folder) => pipe(folder, 'package.json'), notRegular],
  ['a pipe for instrumentation', (folder) => pipe(folder, 'instrumentation.ts'), notRegular],
  ['3 GB for a proxy', (folder) => large(folder, 'proxy.ts'), notRegular],
  ['a folder for a hook', (folder) => mkdirSync(join(folder, 'instrumentation.ts')), /is a folder. Rename it first/],
  ['package.json without JSON', manifest('{'), /package.json is not JSON/],
  ['package.json with a list', manifest('[]'), /package.json is not an object/],
  ['no package.json', (folder) => rmSync(join(folder, 'package.json')), /no package.json/],
  ['an old Next', depending('next', '15.1.0'), /has next 15.1.0, but Candor needs/],
  ['an old SDK', depending('@sentry/nextjs', '^9.1.0'), /has @sentry\/nextjs \^9.1.0, but Candor needs 10.52/],
  ['a link out of it', (folder) => linked(folder, 'app/monitoring'), /app\/monitoring\/route.ts leads out of this/],
  ['Plug’n’Play', (folder) => writeFiles(folder, { '.pnp.cjs': '' }), /Plug’n’Play/],
])('%s: a sentence, and nothing is written', async (_, change, says) => {
  const folder = tree();
  change(folder);
  const before = filesIn(folder);
  await expect(run(init, folder, { yes: true })).rejects.toThrow(says);
  expect(filesIn(folder)).toEqual(before);
});

const oddDependencies = { next: 16, candor: 'catalog:', '@sentry/nextjs': 'workspace:*' };
const oddTypes = JSON.stringify({ dependencies: oddDependencies, devDependencies: [1] });

test.each<[string, Files, (folder: string) => void]>([
  ['a pipe and 3 GB among the code', {}, (folder) => (pipe(folder, 'app/a.ts'), large(folder, 'app/b.ts'))],
  ['a folder that leads back', {}, (folder) => symlinkSync('..', join(folder, 'app/up'))],
  ['packages of odd types', { 'package.json': oddTypes }, () => {}],
  ['no next.config', { 'next.config.ts': undefined }, () => {}],
  ['packages that are pipes', { 'node_modules/a': '' }, (folder) => pipe(folder, 'node_modules/candor')],
])('%s is no obstacle to either command', async (_, files, change) => {
  const folder = tree(files);
  change(folder);
  const before = filesIn(folder);
  expect((await run(init, folder, { yes: true })).status).toBe(0);
  await run(remove, folder, { yes: true });
  expect(filesIn(folder)).toEqual(before);
});

test('git is run without what a folder’s own configuration names', async () => {
  const folder = tree();
  fs.writeFileSync(join(folder, 'ran.sh'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
  for (const name of ['core.fsmonitor', 'filter.a.clean', 'core.hooksPath'])
    execFileSync('git', ['config', name, './ran.sh'], { cwd: folder });
  writeFiles(folder, { '.gitattributes': '* filter=a\n' });
  await run(init, folder, { yes: true });
  expect(existsSync(join(folder, 'ran'))).toBe(false);
});

test('remove follows no link at the types of development', async () => {
  const [folder, elsewhere] = [tree(), emptyFolder()];
  writeFiles(elsewhere, { 'dev/types/theirs': '' });
  symlinkSync(elsewhere, join(folder, '.next'));
  await run(init, folder, { yes: true });
  await run(remove, folder, { yes: true });
  expect(existsSync(join(elsewhere, 'dev/types/theirs'))).toBe(true);
});

test('what git does not have is not changed but printed; without git remove is the undo', async () => {
  const folder = tree();
  const own = `${readFileSync(join(folder, 'next.config.ts'), 'utf8')}// Ours.\n`;
  writeFiles(folder, { 'next.config.ts': own });
  const { printed } = await run(init, folder, { yes: true });
  expect(printed).toContain('next.config.ts:5  Wrap what it exports:\n    import { withCandor } from "candor/config"');
  expect(readFileSync(join(folder, 'next.config.ts'), 'utf8')).toBe(own);
  fs.renameSync(join(folder, '.git'), join(folder, '.git-of-old'));
  expect((await run(init, folder, { yes: true })).printed).toContain('git has no commit here, so only');
  expect(readFileSync(join(folder, 'next.config.ts'), 'utf8')).toContain('withCandor(nextConfig)');
});

test('without a terminal nothing is written, and a person who is asked may say no', async () => {
  const folder = tree();
  const before = filesIn(folder);
  const [added, removed] = [await run(init, folder), await run(remove, folder)];
  expect([added.status, added.printed]).toEqual([1, expect.stringMatching(/Add --yes/)]);
  expect([removed.status, removed.printed]).toEqual([0, expect.stringMatching(/No file here uses Candor/)]);
  expect((await run(init, folder, {}, () => Promise.resolve('n'))).status).toBe(0);
  expect((await run(init, folder, { dryRun: true })).status).toBe(0);
  expect(filesIn(folder)).toEqual(before);
  await run(init, folder, {}, () => Promise.resolve('y'));
  expect((await run(remove, folder)).status).toBe(1);
});

test('a second init completes what a killed one began', async () => {
  const [folder, whole] = [tree(), tree()];
  const route = { 'app/monitoring/route.ts': `export * from "candor/monitoring";\n` };
  writeFiles(folder, { 'instrumentation.ts.candor-part': 'expo', ...route });
  for (const each of [folder, whole]) await run(init, each, { yes: true });
  expect(filesIn(folder)).toEqual(filesIn(whole));
});

test('an instrumentation file at the other place has none written beside it', async () => {
  const inSrc = { 'app/layout.tsx': undefined, 'src/app/layout.tsx': 'export default 1;\n' };
  const folder = tree({ ...inSrc, 'instrumentation.ts': '// ours\n', 'instrumentation-client.ts': '// ours\n' });
  const { printed } = await run(init, folder, { yes: true });
  expect(printed).toContain('instrumentation.ts  Next reads only src/instrumentation.ts. Move this file to src/');
  expect(printed).toContain('instrumentation-client.ts  Add at the top:');
  expect(Object.keys(filesIn(folder)).filter((path) => /^src\/instr/.test(path))).toEqual([]);
});
