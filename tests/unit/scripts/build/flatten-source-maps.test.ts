import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { expect, test } from 'vitest';
import { flattenSourceMaps } from '../../../../scripts/build/flatten-source-maps';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

function flatten(map: object | string): string {
  write({ 'chunks/a.js.map': typeof map === 'string' ? map : JSON.stringify(map) });
  flattenSourceMaps([folder()]);
  return read('chunks/a.js.map');
}

const section = (line: number, source: string) => ({
  offset: { line, column: 0 },
  map: { version: 3, sources: [source], sourcesContent: [`text of ${source}`], names: [], mappings: 'AAAA' },
});

test('a map of sections becomes one map, in which each place leads to the source of its section', () => {
  const id = 'b5d1851a-2ddf-cef6-5e7d-30fe20ef8313';
  const flat = flatten({ version: 3, sources: [], debugId: id, sections: [section(0, 'a.ts'), section(4, 'b.ts')] });
  expect(JSON.parse(flat)).toMatchObject({ debugId: id, sources: ['a.ts', 'b.ts'] });
  expect(flat).not.toContain('sections');
  const map = new TraceMap(flat);
  const sources = [1, 5].map((line) => originalPositionFor(map, { line, column: 7 }).source);
  expect(sources).toEqual(['a.ts', 'b.ts']);
  expect(sources.map((source) => source && sourceContentFor(map, source))).toEqual(['text of a.ts', 'text of b.ts']);
});

test('a map without a section becomes one without a place', () => {
  expect(JSON.parse(flatten({ version: 3, sources: [], sections: [] }))).toMatchObject({ sources: [], mappings: '' });
});

test('a flat map stays as it is', () => {
  const flat = '{ "version": 3, "sources": ["a.ts"], "names": [], "mappings": "AAAA" }';
  expect(flatten(flat)).toBe(flat);
});
