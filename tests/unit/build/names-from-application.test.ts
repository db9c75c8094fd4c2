import { expect, test } from 'vitest';
import { namesFromApplication } from '../../../candor/src/build/names-from-application';
import { sourceName } from '../../../candor/src/sources/source-name';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

function fromApplication(names: (string | null)[], chunk = 'static/chunks/a.js') {
  return namesFromApplication(names, chunk, { folder: folder('apps/web/.next'), project: folder('apps/web') });
}

const project = 'turbopack:///[project]';
const all = ['apps/web/app/(shop)/[id]/page.tsx', 'apps/web/lib/a b.ts', 'apps/api/client.ts', 'packages/ui/index.ts'];
const fromRoot = all.map((file) => `${project}/${file}`);

test('names that count from the root of a monorepo count from the application', () => {
  write(Object.fromEntries(all.map((file) => [file, ''])));
  const names = fromApplication(fromRoot);
  expect(names).toEqual([
    `${project}/app/(shop)/[id]/page.tsx`,
    `${project}/lib/a b.ts`,
    `${project}/../api/client.ts`,
    `${project}/../../packages/ui/index.ts`,
  ]);
  const build = { folder: folder('apps/web/.next'), project: folder('apps/web') };
  const onServer = '../../../../../../packages/ui/index.ts';
  expect(sourceName(names[3]!, 'static/chunks/a.js', build)).toEqual(
    sourceName(onServer, 'server/chunks/ssr/a.js', build),
  );
});

test('names that count from the application stay, also where the folder above has files of these names', () => {
  const application = ['app/page.tsx', 'lib/a%20b.ts'].map((file) => `${project}/${file}`);
  for (const at of ['', 'apps/web/']) write({ [`${at}app/page.tsx`]: '', [`${at}lib/a b.ts`]: '' });
  expect(fromApplication(application)).toEqual(application);
});

test('names of another form stay, and so do those of files that are nowhere', () => {
  write({ 'apps/web/app/page.tsx': '' });
  const others = [null, '../../app/page.tsx', 'webpack://_N_E/./app/page.tsx', 'turbopack:///[turbopack]/runtime.ts'];
  others.push(`${project}/gone.ts`, `${project}/%E0%A4%A`);
  expect(fromApplication(others)).toEqual(others);
});

test('names of edge code that are two folders short lead to their files', () => {
  write({ 'apps/web/app/[id]/route.ts': '', 'packages/ui/index.ts': '' });
  const short = ['../../app/%5Bid%5D/route.ts', '../../../../packages/ui/index.ts'];
  const chunk = 'server/edge/chunks/a.js';
  const names = short.map((name) => `../../${name}`);
  expect(fromApplication([...short, '../../gone.ts'], chunk)).toEqual([...names, '../../gone.ts']);
  expect(fromApplication(names, chunk)).toEqual(names);
});
