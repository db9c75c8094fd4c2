import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keepSourceMaps } from '../../../candor/src/build/keep-source-maps';
import { filesIn } from '../../../candor/src/internals/build/files-in';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

const flat = { version: 3, sources: ['a.ts'], sourcesContent: ['text'], names: ['run'], mappings: 'AAAAA' };
const sectioned = { version: 3, sources: [], sections: [{ offset: { line: 1, column: 0 }, map: flat }] };
const trace = 'server/instrumentation.js.nft.json';
const traced = () => (JSON.parse(read(trace)) as { files: string[] }).files;

test('maps of server and browser are flat, below the server, and deployed', () => {
  write({
    [trace]: JSON.stringify({ version: 1, files: ['chunks/[a].js'] }),
    'server/chunks/[a].js.map': JSON.stringify(sectioned),
    'static/chunks/b.js': 'b();\n//# sourceMappingURL=0.js.map',
    'static/chunks/0.js.map': JSON.stringify(sectioned),
  });
  expect(keepSourceMaps(folder())).toEqual([]);
  for (const file of ['server/chunks/[a].js.map', 'server/browser-maps/chunks/b.js.map']) {
    expect(JSON.parse(read(file))).toMatchObject({ ...flat, mappings: ';AAAAA' });
  }
  expect(traced()).toEqual(['chunks/[a].js', 'chunks/[a].js.map', 'browser-maps/chunks/b.js.map']);
});

test('a map that is too large or cut is said, stays, and is not deployed; the others are', () => {
  write({
    [trace]: JSON.stringify({ version: 1, files: ['chunks/a.js', 'chunks/b.js', 'chunks/c.js'] }),
    'server/chunks/a.js.map': '',
    'server/chunks/b.js.map': JSON.stringify(sectioned).slice(0, -5),
    'server/chunks/c.js.map': JSON.stringify(flat),
  });
  truncateSync(folder('server/chunks/a.js.map'), 50 * 1024 * 1024);
  expect(keepSourceMaps(folder())).toEqual([
    'server/chunks/a.js.map, like 1 more, does not help to read stacks: it is larger than 32 MB.',
  ]);
  expect(traced().filter((file) => file.endsWith('.map'))).toEqual(['chunks/c.js.map']);
});

test('where somebody comes after us, no list names a map that may be deleted', () => {
  const list = '{ "version": 1, "files": ["chunks/a.js"] }';
  write({
    [trace]: list,
    'server/chunks/a.js.map': JSON.stringify(sectioned),
    'static/b.js.map': JSON.stringify(flat),
  });
  expect(keepSourceMaps(folder(), { isNotLast: true })).toEqual([]);
  expect(read(trace)).toBe(list);
  expect(filesIn(folder('static'))).toEqual([]);
});

test('webpack’s map of the proxy has the name that its script will have', () => {
  write({ [trace]: '{ "version": 1, "files": [] }', 'server/proxy.js.map': JSON.stringify(flat) });
  keepSourceMaps(folder());
  expect(traced()).toEqual(['middleware.js.map']);
});

test('a list of files that cannot be read is said, and maps are not served', () => {
  write({ [trace]: '{', 'static/a.js.map': JSON.stringify(flat) });
  expect(keepSourceMaps(folder())).toEqual([
    expect.stringMatching(/^server has source maps that are not deployed: .*JSON/),
  ]);
  expect(filesIn(folder('static'))).toEqual([]);
});

test('a folder without a build has nothing to say', () => {
  expect(keepSourceMaps(folder('missing'))).toEqual([]);
});
