import { afterEach, expect, test, vi } from 'vitest';
import { traceFiles } from '../../../../candor/src/internals/build/trace-files';
import { eachInFolder } from '../../../support/each-in-folder';
import { mkdirSync, symlinkSync } from 'node:fs';
import { filesIn } from '../../../../candor/src/internals/build/files-in';
import { callingFiles } from '../../../../candor/src/internals/build/calling-files';

const { folder, read, write } = eachInFolder();

const page = 'server/app/shop/[id]/page.js';
const ofPage = `${page}.nft.json`;
const ofInstrumentation = 'server/instrumentation.js.nft.json';
const chunk = 'server/chunks/ssr/[root-of-the-server]__0a._.js';

function build(traces: Record<string, object>, files: readonly string[]): void {
  write(Object.fromEntries(files.map((file) => [file, `content of ${file}`])));
  write(Object.fromEntries(Object.entries(traces).map(([path, trace]) => [path, JSON.stringify(trace)])));
}

const trace = (path: string) => JSON.parse(read(path)) as { files: string[]; fileHashes?: string[] };

const toChunk = '../../../chunks/ssr/[root-of-the-server]__0a._.js';

test('a map goes where its script goes, one of a chunk with brackets in its name too', () => {
  const files = [toChunk, '../../../../../package.json'];
  build({ [ofPage]: { version: 1, files } }, [`${chunk}.map`, `${page}.map`]);
  traceFiles(folder(), [`${chunk}.map`, `${page}.map`]);
  expect(trace(ofPage)).toEqual({ version: 1, files: [...files, 'page.js.map', `${toChunk}.map`] });
});

test('a map whose script is in no list goes with the instrumentation', () => {
  const maps = ['server/browser-maps/chunks/a.js.map', 'server/edge/chunks/b.js.map', `${chunk}.map`];
  build({ [ofInstrumentation]: { version: 1, files: [] }, [ofPage]: { version: 1, files: [toChunk] } }, maps);
  traceFiles(folder(), maps);
  expect(trace(ofInstrumentation).files).toEqual(['browser-maps/chunks/a.js.map', 'edge/chunks/b.js.map']);
});

test('hashes stay beside their files, links and all else as they are', () => {
  const others = { symlinks: [[0, '../../node_modules/pino']], version: 1, entryHash: 'e' };
  build({ [ofInstrumentation]: { ...others, files: ['chunks/a.js', 'b.js'], fileHashes: ['1', '2'] } }, [
    'server/chunks/a.js.map',
  ]);
  traceFiles(folder(), ['server/chunks/a.js.map']);
  expect(trace(ofInstrumentation)).toEqual({
    ...others,
    files: ['chunks/a.js', 'b.js', 'chunks/a.js.map'],
    fileHashes: ['1', '2', expect.stringMatching(/^[0-9a-f]{32}$/)],
  });
});

test('what a list has already is not added again, and a list without a map is not written', () => {
  const own = `{ "version": 1,   "files": ["a.js"] }`;
  write({ [ofPage]: own, 'server/chunks/a.js.map': '' });
  build({ [ofInstrumentation]: { version: 1, files: ['chunks/a.js', 'chunks/a.js.map'] } }, []);
  traceFiles(folder(), ['server/chunks/a.js.map']);
  expect(trace(ofInstrumentation).files).toEqual(['chunks/a.js', 'chunks/a.js.map']);
  expect(read(ofPage)).toBe(own);
});

test('a build without instrumentation leaves maps of no list out', () => {
  build({ [ofPage]: { version: 1, files: [] } }, ['server/browser-maps/a.js.map']);
  traceFiles(folder(), ['server/browser-maps/a.js.map']);
  expect(trace(ofPage).files).toEqual([]);
});

test('files are found in every folder below, links are not', () => {
  write({ 'b.js': '', 'a/[id]/c.js': '' });
  mkdirSync(folder('empty.js'));
  symlinkSync('/etc/hostname', folder('link.js'));
  expect(filesIn(folder())).toEqual(['a/[id]/c.js', 'b.js']);
});

test('a folder that is not there has none', () => {
  expect(filesIn(folder('missing'))).toEqual([]);
});

const { prepareStackTrace, stackTraceLimit } = Error;

afterEach(() => void Object.assign(Error, { prepareStackTrace, stackTraceLimit }));

test('the files of the calling functions are given, and stacks are made as before', () => {
  const own = vi.fn(() => 'own');
  Error.prepareStackTrace = own;
  expect(callingFiles()).toContain(import.meta.filename);
  expect(new Error().stack).toBe('own');
});

test.each([0, undefined])('without stacks there are none, as by a limit of %s', (limit) => {
  Object.assign(Error, { stackTraceLimit: limit });
  expect(callingFiles()).toEqual([]);
});
