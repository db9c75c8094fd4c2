import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMaps } from '../../../candor/src/sources/read-maps';
import { eachInFolder } from '../../support/each-in-folder';
import { aMap } from './a-map';

const { folder, write, remove } = eachInFolder();
const map = (changes?: Record<string, unknown>) => JSON.stringify(aMap(changes));
const reader = (limits = { maxFileBytes: 100_000, maxCacheBytes: 1_000_000 }) =>
  readMaps({ folder: '/srv/.next', project: '/srv', maps: [folder('maps'), folder('other')] }, limits);
const place = (chunk: string) => ({ file: `/srv/.next/${chunk}`, line: 1, column: 5 });

test('finds the source of a place, wherever the build is and its maps are', () => {
  write({ 'maps/server/chunks/ssr/a.js.map': map(), 'other/static/chunks/b.js.map': map() });
  const source = { file: 'app/orders/page.tsx', line: 7, column: 3, function: 'OrderList', inApp: true };
  expect(reader()(place('server/chunks/ssr/a.js'))).toMatchObject({ source });
  expect(reader()({ ...place(''), file: 'https://shop.test/_next/static/chunks/b.js' })).toMatchObject({
    source: { line: 7, column: 3 },
  });
});

test('a source that the compiler ignores is not the team’s', () => {
  write({ 'maps/server/chunks/ssr/a.js.map': map({ ignoreList: [0] }) });
  expect(reader()(place('server/chunks/ssr/a.js'))).toMatchObject({ source: { inApp: false } });
});

test('says why a place has no source', () => {
  write({
    'maps/server/cut.js.map': map().slice(0, -9),
    'maps/server/bad.js.map': map({ mappings: 'AADA' }),
    'maps/server/other.js.map': map({ file: 'a.js' }),
    'maps/server/absolute.js.map': map({ sources: ['/etc/passwd'] }),
    'maps/server/huge.js.map': '',
    'maps/server/folder.js.map/a': '',
    'maps/secret.js.map': map(),
    'secret.js.map': map(),
  });
  truncateSync(folder('maps/server/huge.js.map'), 50 * 1024 * 1024);
  symlinkSync(folder('secret.js.map'), folder('maps/server/link.js.map'));
  const find = reader();
  const problems = {
    'server/cut.js': 'not JSON',
    'server/bad.js': 'bad mappings',
    'server/other.js': 'of another file',
    'server/absolute.js': 'source outside the project',
    'server/huge.js': 'too large',
    'server/folder.js': 'no map',
    'server/missing.js': 'no map',
    'server/link.js': 'no map',
    'secret.js': 'not of this build',
    'server/../secret.js': 'not of this build',
    'server/../../secret.js': 'not of this build',
  };
  for (const [chunk, problem] of Object.entries(problems)) expect(find(place(chunk)), chunk).toEqual({ problem });
});

test('a source’s text comes from the map alone, whatever file its name leads to', () => {
  write({ 'maps/server/a.js.map': map({ sources: ['../../../../../../etc/passwd'], sourcesContent: [null] }) });
  expect(reader()(place('server/a.js'))).toEqual({
    source: { file: expect.stringContaining('etc/passwd'), line: 7, column: 3, function: 'OrderList', inApp: true },
  });
});

test('reads a map once, and again when others have taken its room', () => {
  write({ 'maps/server/a.js.map': map(), 'maps/server/b.js.map': map() });
  const find = reader({ maxFileBytes: 100_000, maxCacheBytes: map().length * 3 });
  const isFound = (chunk: string) => 'source' in find(place(chunk));
  expect(isFound('server/a.js')).toBe(true);
  writeFileSync(folder('maps/server/a.js.map'), 'changed');
  expect(isFound('server/a.js')).toBe(true);
  expect(isFound('server/b.js')).toBe(true);
  expect(isFound('server/a.js')).toBe(false);
});

test('keeps what was used last', () => {
  write({ 'maps/server/a.js.map': map(), 'maps/server/b.js.map': map(), 'maps/server/c.js.map': map() });
  const find = reader({ maxFileBytes: 100_000, maxCacheBytes: map().length * 5.5 });
  const isFound = (chunk: string) => 'source' in find(place(chunk));
  expect(['server/a.js', 'server/b.js', 'server/a.js', 'server/c.js'].map(isFound)).toEqual([true, true, true, true]);
  remove('maps/server/a.js.map');
  remove('maps/server/b.js.map');
  expect([isFound('server/a.js'), isFound('server/b.js')]).toEqual([true, false]);
});

test('a map that is larger than all the room is used, and not kept', () => {
  write({ 'maps/server/a.js.map': map() });
  const find = reader({ maxFileBytes: 100_000, maxCacheBytes: 10 });
  expect(find(place('server/a.js'))).toHaveProperty('source');
  remove('maps/server/a.js.map');
  expect(find(place('server/a.js'))).toEqual({ problem: 'no map' });
});
