import { describe, expect, test } from 'vitest';
import { readApplication } from '../../../candor/src/cli/application';
import { exampleAddress, exampleFiles } from '../../../candor/src/cli/example';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { commit, filesIn, init, put, remove, run, tree } from './trees';

const none = { 'app/layout.tsx': undefined, 'app/page.tsx': undefined };
const layout = `import './globals.css'\n`;
const pathsIn = (folder: string) => Object.keys(filesIn(folder)).filter((path) => path.includes('candor-example'));

describe.each([
  ['a new application', {}, 'app/candor-example/', '/candor-example'],
  [
    'one with a basePath',
    { 'next.config.ts': `export default { basePath: '/shop' };\n` },
    'app/candor-example/',
    '/shop/candor-example',
  ],
  [
    'one in src, with only a layout below a segment',
    { ...none, 'src/app/[locale]/layout.tsx': layout },
    'src/app/[locale]/candor-example/',
    '/[locale]/candor-example',
  ],
  [
    'one with two root layouts',
    { ...none, 'app/(admin)/admin/layout.tsx': layout, 'app/(site)/layout.tsx': layout },
    'app/(site)/candor-example/',
    '/candor-example',
  ],
])('%s', (_, files: Record<string, string | undefined>, place, address) => {
  test('gets the page below the root layout that visitors find, and its address is printed', async () => {
    const folder = tree(files);
    const printed = await run(init, folder, { example: true });
    expect(pathsIn(folder).sort()).toEqual(
      ['fails/page.tsx', 'page.tsx', 'throw-button.tsx'].map((name) => place + name),
    );
    expect(printed).toContain(`The example is at ${address}, `);
    expect(printed).toContain(`+++ b/${place}page.tsx`);
  });
});

test('a later init adds the page alone, and one without --example leaves it', async () => {
  const folder = tree();
  await run(init, folder);
  commit(folder);
  const before = filesIn(folder);
  await run(init, folder, { example: true });
  const after = filesIn(folder);
  expect(Object.keys(after).filter((path) => !(path in before))).toEqual(pathsIn(folder));
  commit(folder);
  const printed = await run(init, folder);
  expect(filesIn(folder)).toEqual(after);
  expect(printed).toContain('app/candor-example/page.tsx\n  Anybody can make this site fail here.');
});

test('remove --example takes out the page alone, and remove the rest', async () => {
  const folder = tree();
  const before = filesIn(folder);
  await run(init, folder);
  commit(folder);
  const without = filesIn(folder);
  await run(init, folder, { example: true });
  commit(folder);
  await run(remove, folder, { example: true });
  expect(filesIn(folder)).toEqual(without);
  commit(folder);
  await run(init, folder, { example: true });
  put(folder, 'package.json', '{}'); // So that there is nothing to uninstall.
  commit(folder);
  await run(remove, folder);
  expect({ ...filesIn(folder), 'package.json': '' }).toEqual({ ...before, 'package.json': '' });
});

test('a page that a person changed stays, is named, and does not keep the package', async () => {
  const folder = tree();
  await run(init, folder, { example: true });
  put(folder, 'app/candor-example/page.tsx', '// mine\n');
  put(folder, 'package.json', '{}');
  commit(folder);
  const printed = await run(remove, folder);
  expect(printed).toContain('app/candor-example/page.tsx\n  It was changed since, so it stays.');
  expect(printed).not.toContain('stays installed');
  expect(pathsIn(folder)).toEqual(['app/candor-example/page.tsx']);
});

test('a build says that the page is there', async () => {
  const folder = tree();
  await run(init, folder);
  expect(checkHooks(folder)).toEqual([]);
  await run(init, folder, { example: true, allowDirty: true });
  expect(checkHooks(folder)).toEqual([expect.stringContaining('app/candor-example/page.tsx: Anybody can make')]);
});

test('it has the quotes, the semicolons and the extension of the application, and a link that fits trailingSlash', () => {
  const config = `const path = require('node:path')\n\nmodule.exports = { trailingSlash: true }\n`;
  const folder = tree({
    'tsconfig.json': undefined,
    'next.config.ts': undefined,
    'next.config.js': config,
    'app/layout.tsx': layout,
  });
  const application = readApplication(folder);
  const [page, button, failing] = exampleFiles(application);
  expect([page?.path, button?.path, failing?.path]).toEqual(
    ['page.js', 'throw-button.js', 'fails/page.js'].map((name) => `app/candor-example/${name}`),
  );
  expect(button?.text).toContain(`'use client'\n`);
  expect(page?.text).toContain('href="fails/"');
  expect(exampleFiles(readApplication(tree()))[0]?.text).toContain('href="candor-example/fails"');
  expect(exampleAddress(application)).toBe('/candor-example');
});
