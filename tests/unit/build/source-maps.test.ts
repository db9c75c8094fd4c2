import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { attempts } from '../../../candor/src/build/attempts';
import { keepSourceMaps } from '../../../candor/src/build/keep-source-maps';
import { filesIn } from '../../../candor/src/internals/build/files-in';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';

const { folder, read, write } = eachInFolder();

const content = 'export default async function run() {\n  return <p />;\n}\n';
const sources = ['turbopack:///[project]/a.ts'];
const flat = { version: 3, sources, sourcesContent: [content], names: ['run'], mappings: 'AAAAA' };
const map = JSON.stringify(flat);
const trace = 'server/instrumentation.js.nft.json';
const listing = (...files: string[]) => ({ [trace]: JSON.stringify({ version: 1, files }) });
const sectioned = { version: 3, sources: [], sections: [{ offset: { line: 1, column: 0 }, map: flat }] };
const inBuild = (path: string) => read(`.next/${path}`);
const mapAt = (path: string) => JSON.parse(inBuild(`${path}.map`)) as object;
const traced = () => (JSON.parse(inBuild(trace)) as { files: string[] }).files;
const kept = () => filesIn(folder('.next/server/browser-maps/static'));
const served = () => filesIn(folder('.next/static'));
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
  const known = { file: 'a.ts', inApp: true, functions: [['run', 1, 15, 3, 1]] };
  const sections = [{ ...sectioned.sections[0], map: { ...flat, x_candor_sources: [known] } }];
  for (const file of ['server/chunks/[a].js', 'server/browser-maps/static/chunks/b.js'])
    expect(mapAt(file)).toEqual({ ...sectioned, sections });
  const files = ['chunks/[a].js', 'browser-maps/static/chunks/b.js.map', 'chunks/[a].js.map'];
  expect(traced()).toEqual([...files, ...readers]);
});

test('the thread that reads the maps stands beside them, with the id of their content', () => {
  const idOf = (mappings: string) => {
    keepIn({ ...listing(), 'server/a.js.map': JSON.stringify({ ...flat, mappings }) });
    return JSON.parse(inBuild('server/candor/build.json')) as object;
  };
  const first = idOf('AAAAA');
  expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(inBuild('server/candor/worker.cjs')).toBe('the thread');
  expect(idOf('AAAAA')).toEqual(first);
  expect(idOf('AACAA')).not.toEqual(first);
});

test('a source that is not the team’s has neither functions nor text, and one without content or code no functions', () => {
  write({ 'b.css': '' });
  const others = [...sources, 'webpack:///[elsewhere]/x.ts', 'turbopack:///[project]/b.css', null];
  const text = '.orders { color: red }';
  const contents = { sourcesContent: [content, content, text, null], ignoreList: [0] };
  keepIn({ 'server/a.js.map': JSON.stringify({ ...flat, sources: others, ...contents }) });
  const [own, elsewhere, styles] = ['a.ts', '[elsewhere]/x.ts', 'b.css'].map((file) => ({ file, inApp: false }));
  const expected = [own, elsewhere, { ...styles, inApp: true, functions: [] }, null];
  expect(mapAt('server/a.js')).toMatchObject({ x_candor_sources: expected, sourcesContent: [null, null, text, null] });
});

test('names of sources have the root before them', () => {
  keepIn({ 'server/a.js.map': JSON.stringify({ ...flat, sources: ['./a.ts'], sourceRoot: 'webpack://_N_E' }) });
  expect(mapAt('server/a.js')).toMatchObject({ x_candor_sources: [{ file: 'a.ts', inApp: true }] });
});

test('a build without maps has no thread', () => {
  expect(keepIn({ 'static/a.js': 'a();', 'server/a.js': 'a();' })).toEqual([]);
  expect(filesIn(folder('.next'))).toEqual(['server/a.js', 'static/a.js']);
});

test.each([
  ['the file of the thread is missing', listing(), /^Candor: server\/candor is not complete, so its .* be read: E/],
  ['a list cannot be read', { [trace]: '{' }, /^Candor: server has source maps that are not deployed: .*JSON/],
])('where %s, that is said, nothing is deployed in vain, and no map is served', (_, files, says) => {
  const thread = folder(files[trace] === '{' ? 'worker.cjs' : 'missing.cjs');
  const sentences = keepIn({ ...files, 'server/a.js.map': map, 'static/a.js.map': map }, { thread });
  expect(sentences).toEqual([expect.stringMatching(says)]);
  expect([inBuild(trace), served()]).toEqual([files[trace], []]);
});

test('a map that is too large or cut is said, stays, and is not deployed; the others are', () => {
  write({ '.next/server/a.js.map': '' });
  truncateSync(folder('.next/server/a.js.map'), 50 * 1024 * 1024);
  const maps = { 'server/b.js.map': map.slice(0, -5), 'server/c.js.map': map };
  const says = 'Candor: server/a.js.map, like 1 more, cannot be used to map stacks: it is larger than 24 MB.';
  expect(keepIn({ ...listing('a.js', 'b.js', 'c.js'), ...maps })).toEqual([says]);
  expect(traced().filter((file) => file.endsWith('.map'))).toEqual(['c.js.map']);
});

test('where another hook comes after ours, no list names a map that may be deleted', () => {
  const files = { ...listing('a.js'), 'server/a.js.map': map, 'static/b.js.map': map };
  expect(keepIn(files, { isNotLast: true })).toEqual([]);
  expect([traced(), served()]).toEqual([['a.js'], []]);
});

test('webpack’s map of the proxy has the name that its script will have, and stays where a list names it', () => {
  const list = JSON.stringify({ version: 1, files: ['proxy.js.map'] });
  keepIn({ ...listing(), 'server/proxy.js.nft.json': list, 'server/proxy.js.map': map });
  expect(traced()).toEqual(['middleware.js.map', ...readers]);
  expect([inBuild('server/proxy.js.nft.json'), inBuild('server/proxy.js.map')]).toEqual([list, map]);
  expect(mapAt('server/middleware.js')).toMatchObject(flat);
});

const naming = (url: string, code = 'a();') => `${code}\n//# sourceMappingURL=${url}`;

test('maps of scripts have any name, or none; one of two scripts is kept for both; none is served', () => {
  const sentences = keepIn({
    'static/a.js': naming('0hbe.js.map', 'a();\n\n//# debugId=b5d1'),
    'static/app/[id]/b.mjs': `${naming('%5Bb%5D.js.map')}\n`,
    'static/c.js': naming('0hbe.js.map'),
    'static/hidden.js': 'c();',
    ...{ 'static/0hbe.js.map': map, 'static/app/[id]/[b].js.map': map, 'static/hidden.js.map': map },
  });
  expect(sentences).toEqual([]);
  expect(kept()).toEqual(['a.js.map', 'app/[id]/b.mjs.map', 'c.js.map', 'hidden.js.map']);
  expect(served()).toEqual(['a.js', 'app/[id]/b.mjs', 'c.js', 'hidden.js']);
  const scripts = served().map((file) => inBuild(`static/${file}`));
  expect(scripts).toEqual(['a();\n\n//# debugId=b5d1', 'a();\n', 'a();', 'c();']);
});

test('styles lose their maps and every comment that names one', () => {
  const inline = '/*# sourceMappingURL=data:application/json;base64,e30= */';
  const styles = `a{}${inline}b{}\n/*# sourceMappingURL=a.css.map*/`;
  expect(keepIn({ 'static/a.css': styles, 'static/a.css.map': map })).toEqual([]);
  expect([inBuild('static/a.css'), filesIn(folder('.next'))]).toEqual(['a{}b{}', ['static/a.css']]);
});

test('code that only speaks of maps stays, and so do bytes that are not text, and files of a team that are not source maps', () => {
  const code = 'const a = `\n//# sourceMappingURL=a.js.map\n`;\n// Other.\nuse("\\n//# sourceMappingURL=" + a); // é';
  const bytes = Buffer.from([0xc3, 0xa9, 0xff, 0xfe]);
  const own = { 'static/level-1.0a.map': 'of a game', 'static/text.txt': '//# sourceMappingURL=a.js.map' };
  write({ '.next/static/b.js': '' });
  writeFileSync(folder('.next/static/b.js'), Buffer.concat([bytes, Buffer.from(naming('b.js.map', ''))]));
  keepIn({ 'static/a.js': code, ...own });
  expect(Buffer.from(inBuild('static/a.js'))).toEqual(Buffer.from(code));
  expect(readFileSync(folder('.next/static/b.js'))).toEqual(bytes);
  expect(served()).toEqual(['a.js', 'b.js', 'level-1.0a.map', 'text.txt']);
});

test.each([
  ['is not there', 'missing.js.map'],
  ['is inline', 'data:application/json;base64,e30='],
  ['is elsewhere', 'https://example.org/a.js.map'],
  ['is outside of what is served', '../../secret.js.map'],
  ['is outside of what is served, encoded', '%2e%2e/%2e%2e/secret.js.map'],
])('a script whose map %s has none, and the name goes', (_, url) => {
  expect(keepIn({ 'secret.js.map': map, 'static/chunks/a.js': naming(url) })).toEqual([]);
  expect(filesIn(folder('.next'))).toEqual(['secret.js.map', 'static/chunks/a.js']);
  expect(inBuild('static/chunks/a.js')).toBe('a();');
});

test('a name that cannot be decoded and a map that is cut are each said, and neither is served', () => {
  const scripts = { 'static/a.js': naming('%E0%A4%A'), 'static/b.js': naming('b.js.map') };
  const sentences = keepIn({ ...scripts, 'static/b.js.map': '{ "version": 3, "sections": [{' });
  expect(sentences).toEqual(['Candor: static/a.js, like 1 more, has no source map: URI malformed.']);
  expect([served(), inBuild('static/a.js')]).toEqual([['a.js', 'b.js'], 'a();']);
});
