import { expect, test } from 'vitest';
import { chunkOfFrame, isOfSomeBuild } from '../../../candor/src/sources/chunk-of-frame';

const chunkOf = (file: string, folder = '/srv/app/.next') => chunkOfFrame(file, { folder });

test.each<[file: string, chunk: string, folder?: string]>([
  ['/srv/app/.next/server/chunks/ssr/_8f1c.js', 'server/chunks/ssr/_8f1c.js'],
  ['file:///srv/app/.next/server/chunks/%5Broot%5D__0i._.js', 'server/chunks/[root]__0i._.js'],
  ['.next/server/app/(shop)/@cart/[...slug]/page.js', 'server/app/(shop)/@cart/[...slug]/page.js'],
  ['./.next/server/middleware.js', 'server/middleware.js'],
  ['https://shop.test/_next/static/chunks/0b2.js', 'static/chunks/0b2.js'],
  ['https://shop.test/base/_next/static/chunks/0b2.js?dpl=dpl_5', 'static/chunks/0b2.js'],
  ['app:///_next/static/chunks/0b2.js', 'static/chunks/0b2.js'],
  ['app:///_next/server/chunks/[root-of-the-server]__0i._.js', 'server/chunks/[root-of-the-server]__0i._.js'],
  ['C:\\app\\.next\\server\\a.js', 'server/a.js', 'C:/app/.next'],
  ['file:///C:/app/.next/server/a.js', 'server/a.js', 'C:/app/.next'],
])('%s is of the build', (file, chunk, folder) => expect(chunkOf(file, folder)).toBe(chunk));

test.each([
  ...['node:internal/process/task_queues', '/srv/app/node_modules/next/dist/server/next-server.js', '', '<anonymous>'],
  ...['/srv/other/.next/server/a.js', '/srv/app/.next-server/chunks/a.js', '/srv/app/.next/cache/a.js'],
  ...['/srv/app/.next/required-server-files.json', 'https://shop.test/_next/server/chunks/a.js'],
  ...['ftp://shop.test/_next/static/a.js', 'https://shop.test/_next/static/%c0%ae%c0%ae/secret.js'],
  ...['https://shop.test/_next/static/%E0%A4%A.js', `/srv/app/.next/server/${'a/'.repeat(1_000)}b.js`],
])('%s is no chunk of the build', (file) => expect(chunkOf(file)).toBeUndefined());

const hostile = ['', ...'.. . %2e%2e %252e%252e ..%2f.. ..%5c ..\\.. \0 %00 \n a:b'.split(' ')];
const starts = '/srv/app/.next/server/ https://shop.test/_next/static/ app:///_next/server/ .next/server/'.split(' ');

test.each(hostile)('a part %j of a path leads to no chunk, wherever it stands', (part) => {
  for (const start of starts) {
    expect(chunkOf(`${start}[a]/b.js`)).toMatch(/^(?:server|static)\/\[a\]\/b\.js$/);
    for (const path of [`${part}/b.js`, `[a]/${part}/b.js`, `[a]/${part}`])
      expect(chunkOf(start + path), start + path).toBeUndefined();
  }
});

test.each([
  ['of the server', '/srv/app/.next/server/chunks/a.js', true],
  ['of packages, by Turbopack', 'app:///_next/server/edge/chunks/node_modules_0a1y1a6ep7p80._.js', true],
  ['of packages, in a browser', 'https://shop.test/_next/static/chunks/node_modules_next_dist_0b2._.js', true],
  ['of a package', '/srv/app/node_modules/next/dist/server/base-server.js', false],
  ['of a package, on Windows', 'C:\\app\\node_modules\\next\\dist\\server\\base-server.js', false],
  ['of Node', 'node:internal/process/task_queues', false],
])('whether a file %s seems to be a chunk of some build', (_, file, isChunk) => {
  expect(isOfSomeBuild(file)).toBe(isChunk);
});
