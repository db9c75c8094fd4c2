import { truncateSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { attempts } from '../../../candor/src/build/attempts';
import { keepSourceMaps } from '../../../candor/src/build/keep-source-maps';
import { filesIn } from '../../../candor/src/internals/build/files-in';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';

const { folder, read, write } = eachInFolder();

const content = 'function run() {}';
const sources = ['turbopack:///[project]/a.ts'];
const flat = { version: 3, sources, sourcesContent: [content], names: ['run'], mappings: 'AAAAA' };
const map = JSON.stringify(flat);
const listing = (...files: string[]) => ({
  'server/instrumentation.js.nft.json': JSON.stringify({ version: 1, files }),
});
const sectioned = { version: 3, sources: [], sections: [{ offset: { line: 1, column: 0 }, map: flat }] };
const trace = '.next/server/instrumentation.js.nft.json';
const traced = () => (JSON.parse(read(trace)) as { files: string[] }).files;
const readers = ['candor/worker.cjs', 'candor/build.json'];

beforeEach(() => write({ 'worker.cjs': 'the thread', 'a.ts': content }));

/** Writes these files to the build, and keeps its maps. @returns what is printed */
function keepIn(files: Record<string, string>, { isNotLast = false, thread = folder('worker.cjs') } = {}): string[] {
  write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`.next/${file}`, text])));
  const { attempt, warn } = attempts();
  keepSourceMaps({ distDir: folder('.next'), projectDir: folder(), isNotLast }, attempt, { thread });
  warn();
  return takeConsole('warn');
}

test('maps of server and browser have the functions of their sources, are below the server, and deployed', () => {
  const sentences = keepIn({
    ...listing('chunks/[a].js'),
    'server/chunks/[a].js.map': JSON.stringify(sectioned),
    'static/chunks/b.js': 'b();\n//# sourceMappingURL=0.js.map',
    'static/chunks/0.js.map': JSON.stringify(sectioned),
  });
  expect(sentences).toEqual([]);
  const known = { file: 'a.ts', inApp: true, functions: [['run', 1, 0, 1, 17]] };
  for (const file of ['server/chunks/[a].js', 'server/browser-maps/static/chunks/b.js']) {
    const sections = [{ ...sectioned.sections[0], map: { ...flat, x_candor_sources: [known] } }];
    expect(JSON.parse(read(`.next/${file}.map`))).toEqual({ ...sectioned, sections });
  }
  const kept = ['chunks/[a].js', 'browser-maps/static/chunks/b.js.map', 'chunks/[a].js.map'];
  expect(traced()).toEqual([...kept, ...readers]);
});

test('the thread that reads the maps stands beside them, with the id of their content', () => {
  const idOf = (mappings: string) => {
    keepIn({ ...listing(), 'server/a.js.map': JSON.stringify({ ...flat, mappings }) });
    return JSON.parse(read('.next/server/candor/build.json')) as object;
  };
  const first = idOf('AAAAA');
  expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(read('.next/server/candor/worker.cjs')).toBe('the thread');
  expect(idOf('AAAAA')).toEqual(first);
  expect(idOf('AACAA')).not.toEqual(first);
});

test('a source that is not the team’s, has no content or is no script has no functions', () => {
  write({ 'b.css': '' });
  const others = [...sources, 'webpack:///[elsewhere]/x.ts', 'turbopack:///[project]/b.css', null];
  const contents = { sourcesContent: [content, content, '.orders { color: red }', null], ignoreList: [0] };
  keepIn({ 'server/chunks/a.js.map': JSON.stringify({ ...flat, sources: others, ...contents }) });
  expect(JSON.parse(read('.next/server/chunks/a.js.map'))).toMatchObject({
    x_candor_sources: [
      { file: 'a.ts', inApp: false },
      { file: '[elsewhere]/x.ts', inApp: false },
      { file: 'b.css', inApp: true, functions: [] },
      null,
    ],
  });
});

test('names of sources have the root before them', () => {
  keepIn({ 'server/chunks/a.js.map': JSON.stringify({ ...flat, sources: ['./a.ts'], sourceRoot: 'webpack://_N_E' }) });
  const kept = { x_candor_sources: [{ file: 'a.ts', inApp: true }] };
  expect(JSON.parse(read('.next/server/chunks/a.js.map'))).toMatchObject(kept);
});

test('a build without maps has no thread', () => {
  expect(keepIn({ 'static/a.js': 'a();', 'server/a.js': 'a();' })).toEqual([]);
  expect(filesIn(folder('.next'))).toEqual(['server/a.js', 'static/a.js']);
});

test('where the file of the thread is missing, that is said, and nothing is deployed in vain', () => {
  const says: unknown = expect.stringMatching(
    /^Candor: server\/candor is not complete, so stacks name no sources: ENOENT/,
  );
  expect(keepIn({ ...listing(), 'server/a.js.map': map }, { thread: folder('missing.cjs') })).toEqual([says]);
  expect(traced()).toEqual([]);
});

test('a map that is too large or cut is said, stays, and is not deployed; the others are', () => {
  write({ '.next/server/chunks/a.js.map': '' });
  truncateSync(folder('.next/server/chunks/a.js.map'), 50 * 1024 * 1024);
  const sentences = keepIn({
    ...listing('chunks/a.js', 'chunks/b.js', 'chunks/c.js'),
    'server/chunks/b.js.map': map.slice(0, -5),
    'server/chunks/c.js.map': map,
  });
  const says = 'Candor: server/chunks/a.js.map, like 1 more, does not help to read stacks: it is larger than 24 MB.';
  expect(sentences).toEqual([says]);
  expect(traced().filter((file) => file.endsWith('.map'))).toEqual(['chunks/c.js.map']);
});

test('where somebody comes after us, no list names a map that may be deleted', () => {
  const files = { ...listing('chunks/a.js'), 'server/chunks/a.js.map': map, 'static/b.js.map': map };
  expect(keepIn(files, { isNotLast: true })).toEqual([]);
  expect(traced()).toEqual(['chunks/a.js']);
  expect(filesIn(folder('.next/static'))).toEqual([]);
});

test('webpack’s map of the proxy has the name that its script will have, and stays where a list names it', () => {
  const list = JSON.stringify({ version: 1, files: ['proxy.js.map'] });
  keepIn({ ...listing(), 'server/proxy.js.nft.json': list, 'server/proxy.js.map': map });
  expect(traced()).toEqual(['middleware.js.map', ...readers]);
  expect(read('.next/server/proxy.js.nft.json')).toBe(list);
  expect(read('.next/server/proxy.js.map')).toBe(map);
  expect(JSON.parse(read('.next/server/middleware.js.map'))).toMatchObject(flat);
});

test('a list of files that cannot be read is said, and maps are not served', () => {
  const files = { 'server/instrumentation.js.nft.json': '{', 'server/a.js.map': map, 'static/a.js.map': map };
  expect(keepIn(files)).toEqual([
    expect.stringMatching(/^Candor: server has source maps that are not deployed: .*JSON/),
  ]);
  expect(filesIn(folder('.next/static'))).toEqual([]);
});
