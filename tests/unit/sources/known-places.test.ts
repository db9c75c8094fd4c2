import { expect, test } from 'vitest';
import { KnownPlaces } from '../../../candor/src/sources/known-places';
import type { FindSource } from '../../../candor/src/sources/stack-text';

const place = (file: string, line = 1) => ({ file, line, column: 5 });
const ofStack = '/srv/.next/server/chunks/a.js';
const ofEvent = 'app:///_next/server/chunks/a.js';
const source = { file: 'app/page.tsx', line: 7, column: 3, inApp: true };
const asking =
  (...files: string[]) =>
  (find: FindSource) =>
    files.map((file) => find(place(file))?.file);

test('a place is known by each of the forms in which its file is written', () => {
  const known = new KnownPlaces({ folder: '/srv/.next' });
  known.set(place(ofStack), { source });
  for (const file of [ofStack, ofEvent, `file://${ofStack}`]) expect(known.get(place(file)), file).toEqual({ source });
  expect(known.get(place(ofStack, 2))).toBeUndefined();
});

test('nothing is done before all places of the build are known', () => {
  const known = new KnownPlaces({ folder: '/srv/.next' });
  const other = '/srv/.next/server/chunks/b.js';
  known.set(place(ofStack), { source });
  expect(known.map(asking(ofStack, other))).toBeUndefined();
  known.set(place(other), { problem: 'no position' });
  expect(known.map(asking(ofStack, other))).toEqual({
    mapped: [source.file, undefined],
    found: [{ source }, { problem: 'no position' }],
  });
});

test('places of no build are known, and those of another count', () => {
  const known = new KnownPlaces({ folder: '/srv/.next' });
  const files = ['node:internal/timers', '/srv/node_modules/next/dist/server/render.js', '/other/.next/server/a.js'];
  expect(known.map(asking(...files))).toEqual({
    mapped: [undefined, undefined, undefined],
    found: [{ problem: 'not of this build' }],
  });
});

test('no more than a thousand places are kept', () => {
  const known = new KnownPlaces({ folder: '/srv/.next' });
  for (let line = 1; line <= 1_001; line += 1) known.set(place(ofStack, line), { source });
  expect(known.get(place(ofStack, 1_001))).toEqual({ source });
  expect(known.get(place(ofStack, 1))).toBeUndefined();
});
