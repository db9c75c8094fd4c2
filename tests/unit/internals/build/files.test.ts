import { mkdirSync, symlinkSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { callingFiles } from '../../../../candor/src/internals/build/calling-files';
import { filesIn } from '../../../../candor/src/internals/build/files-in';
import { traceFiles } from '../../../../candor/src/internals/build/trace-files';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

const trace = 'server/instrumentation.js.nft.json';

test('files are added to the list of the instrumentation, with their hashes, once; all else of it stays', () => {
  const others = { symlinks: [[0, '../../node_modules/pino']], version: 1, entryHash: 'e' };
  const files = ['chunks/a.js', 'b.js'];
  write({ [trace]: JSON.stringify({ ...others, files, fileHashes: ['1', '2'] }) });
  const maps = ['server/chunks/[a]__0a._.js.map', 'server/browser-maps/a.js.map', 'unavailable.html'];
  for (const map of maps) write({ [map]: map });
  for (const added of [maps.slice(0, 1), maps]) traceFiles(folder(), added);
  expect(JSON.parse(read(trace))).toEqual({
    ...others,
    files: [...files, 'chunks/[a]__0a._.js.map', 'browser-maps/a.js.map', '../unavailable.html'],
    fileHashes: ['1', '2', ...maps.map(() => expect.stringMatching(/^[0-9a-f]{32}$/) as unknown)],
  });
});

test('files are found in every folder below, links are not', () => {
  write({ 'b.js': '', 'a/[id]/c.js': '' });
  mkdirSync(folder('empty.js'));
  symlinkSync('/etc/hostname', folder('link.js'));
  expect([filesIn(folder()), filesIn(folder('missing'))]).toEqual([['a/[id]/c.js', 'b.js'], []]);
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
