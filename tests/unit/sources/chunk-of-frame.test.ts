import { expect, test } from 'vitest';
import { chunkOfFrame, isOfSomeBuild } from '../../../candor/src/sources/chunk-of-frame';

const chunkOf = (file: string) => chunkOfFrame(file, { folder: '/srv/app/.next' });

test.each([
  ['/srv/app/.next/server/chunks/ssr/_8f1c.js', 'server/chunks/ssr/_8f1c.js'],
  ['file:///srv/app/.next/server/chunks/%5Broot%5D__0i._.js', 'server/chunks/[root]__0i._.js'],
  ['.next/server/app/(shop)/@cart/[...slug]/page.js', 'server/app/(shop)/@cart/[...slug]/page.js'],
  ['./.next/server/middleware.js', 'server/middleware.js'],
  ['https://shop.test/_next/static/chunks/0b2.js', 'static/chunks/0b2.js'],
  ['https://shop.test/base/_next/static/chunks/0b2.js?dpl=dpl_5', 'static/chunks/0b2.js'],
  ['app:///_next/static/chunks/0b2.js', 'static/chunks/0b2.js'],
  ['app:///_next/server/chunks/[root-of-the-server]__0i._.js', 'server/chunks/[root-of-the-server]__0i._.js'],
])('%s is of the build', (file, chunk) => {
  expect(chunkOf(file)).toBe(chunk);
});

test.each(['C:\\app\\.next\\server\\a.js', 'file:///C:/app/.next/server/a.js'])(
  '%s of Windows is of the build',
  (file) => {
    expect(chunkOfFrame(file, { folder: 'C:/app/.next' })).toBe('server/a.js');
  },
);

test.each([
  ['of Node', 'node:internal/process/task_queues'],
  ['of a package', '/srv/app/node_modules/next/dist/server/next-server.js'],
  ['of another build', '/srv/other/.next/server/chunks/a.js'],
  ['of another folder that begins alike', '/srv/app/.next-server/chunks/a.js'],
  ['of the build, and not code', '/srv/app/.next/required-server-files.json'],
  ['of the build, and not a chunk', '/srv/app/.next/cache/a.js'],
  ['that climbs in an event', 'app:///_next/server/../../../../etc/passwd.js'],
  ['of a server, under an address', 'https://shop.test/_next/server/chunks/a.js'],
  ['that climbs', '/srv/app/.next/server/../../../../etc/passwd'],
  ['that climbs to code', '/srv/app/.next/server/../../secret.js'],
  ['that climbs at its end', '/srv/app/.next/server/chunks/..'],
  ['that climbs in code of percent signs', 'https://shop.test/_next/static/%2e%2e/%2e%2e/secret.js'],
  ['that climbs in code of percent signs, slashes too', 'https://shop.test/_next/static/..%2f..%2fsecret.js'],
  ['that is encoded twice', 'https://shop.test/_next/static/%252e%252e/secret.js'],
  ['that climbs with backslashes', 'https://shop.test/_next/static/..\\..\\secret.js'],
  ['with a backslash in code', 'https://shop.test/_next/static/..%5c..%5csecret.js'],
  ['with an encoding that is cut', 'https://shop.test/_next/static/chunks/%E0%A4%A.js'],
  ['with an encoding that is too long', 'https://shop.test/_next/static/%c0%ae%c0%ae/secret.js'],
  ['with a NUL', '/srv/app/.next/server/chunks/a\0.js'],
  ['with a NUL in code', 'https://shop.test/_next/static/a%00.js'],
  ['with a line break', '/srv/app/.next/server/chunks/a\n.js'],
  ['with a stream of NTFS', '/srv/app/.next/server/chunks/a.txt:b.js'],
  ['without a name', '/srv/app/.next/server//.js'],
  ['of a dot', '/srv/app/.next/server/./a.js'],
  ['that is long', `/srv/app/.next/server/${'a/'.repeat(1_000)}b.js`],
  ['of server code by an address', 'https://shop.test/_next/server/chunks/a.js'],
  ['of an address that is not a site', 'ftp://shop.test/_next/static/chunks/a.js'],
  ['that is empty', ''],
  ['of V8', '<anonymous>'],
])('a file %s is none', (_, file) => {
  expect(chunkOf(file)).toBeUndefined();
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
