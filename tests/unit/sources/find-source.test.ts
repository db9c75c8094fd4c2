import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFinder } from '../../../candor/src/sources/find-source';
import { eachInFolder } from '../../support/each-in-folder';
import { aMap } from './a-map';

const { folder, write } = eachInFolder();
const map = (...changes: Parameters<typeof aMap>) => JSON.stringify(aMap(...changes));
const finder = (limits = { maxFileBytes: 100_000, maxCacheBytes: 1_000_000 }) =>
  sourceFinder({ folder: '/srv/.next', maps: [folder('maps'), folder('other')] }, limits);
const place = (chunk: string) => ({ file: `/srv/.next/${chunk}`, line: 1, column: 5 });

test('finds the source of a place, wherever the build is and its maps are', () => {
  write({ 'maps/server/chunks/ssr/a.js.map': map(), 'other/static/chunks/b.js.map': map({}, { inApp: false }) });
  const source = { file: 'app/orders/page.tsx', line: 7, column: 3, function: 'OrderList', inApp: true };
  const find = finder();
  expect(find(place('server/chunks/ssr/a.js'))).toMatchObject({ source });
  const browser = find({ ...place(''), file: 'https://shop.test/_next/static/chunks/b.js' });
  expect(browser).toMatchObject({ source: { line: 7, inApp: false } });
});

test('says why a place has no source', () => {
  write({
    'maps/server/cut.js.map': map().slice(0, -9),
    'maps/server/bad.js.map': map({ mappings: 'AADA' }),
    'maps/server/list.js.map': '[]',
    'maps/server/functions.js.map': map({}, { functions: [5] }),
    'maps/server/huge.js.map': '',
    'maps/server/folder.js.map/a': '',
    'maps/secret.js.map': map(),
    'secret.js.map': map(),
  });
  truncateSync(folder('maps/server/huge.js.map'), 50 * 1024 * 1024);
  symlinkSync(folder('secret.js.map'), folder('maps/server/link.js.map'));
  const problems = {
    'unusable map': ['server/cut.js', 'server/list.js', 'server/functions.js'],
    'no position': ['server/bad.js'],
    'too large': ['server/huge.js'],
    'no map': ['server/folder.js', 'server/missing.js', 'server/link.js'],
    'not of this build': ['secret.js', 'server/../secret.js', 'server/../../secret.js'],
  };
  const find = finder();
  for (const [problem, chunks] of Object.entries(problems))
    for (const chunk of chunks) expect(find(place(chunk)), chunk).toEqual({ problem });
});

test('reads a map once, and again when others have taken its room; one that cannot be used is read once', () => {
  write({ 'maps/server/a.js.map': map(), 'maps/server/b.js.map': map(), 'maps/server/cut.js.map': '{' });
  const find = finder({ maxFileBytes: 100_000, maxCacheBytes: map().length * 4 });
  const isFound = (chunk: string) => 'source' in find(place(chunk));
  expect([isFound('server/a.js'), isFound('server/cut.js')]).toEqual([true, false]);
  writeFileSync(folder('maps/server/a.js.map'), 'changed');
  writeFileSync(folder('maps/server/cut.js.map'), map());
  expect([isFound('server/a.js'), isFound('server/cut.js')]).toEqual([true, false]);
  expect([isFound('server/b.js'), isFound('server/a.js')]).toEqual([true, false]);
});

test('a map that is larger than all the room is used', () => {
  write({ 'maps/server/a.js.map': map() });
  expect(finder({ maxFileBytes: 100_000, maxCacheBytes: 10 })(place('server/a.js'))).toHaveProperty('source');
});
