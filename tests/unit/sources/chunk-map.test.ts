import { expect, test } from 'vitest';
import { ChunkMap } from '../../../candor/src/sources/chunk-map';
import { aMap, encode } from './a-map';

const read = (...changes: Parameters<typeof aMap>) => new ChunkMap(JSON.stringify(aMap(...changes)));

test('finds file, line, column, function and five lines of context on each side', () => {
  const before = ['line 3', 'line 4', 'line 5', 'line 6', 'line 7'];
  const context = { before, line: 'line 8', after: ['line 9', 'line 10', 'line 11', 'line 12'] };
  const place = { file: 'app/orders/page.tsx', line: 8, column: 5, function: 'OrderList', inApp: true };
  expect(read().find(1, 25)).toEqual({ ...place, context });
  expect(read({}, { inApp: false }).find(1, 1)).toMatchObject({ line: 7, column: 3, inApp: false });
});

test('finds the innermost function around a place', () => {
  const functions = [['Page', 1, 0, 12, 0], ['OrderList', 6, 0, 9, 1], ['later', 8, 5, 9, 0]]; // prettier-ignore
  const found = (column: number) => read({}, { functions }).find(1, column).function;
  expect([found(1), found(25)]).toEqual(['OrderList', 'OrderList']); // `later` begins a column after the place.
  functions[2] = ['later', 8, 4, 9, 0];
  expect(found(25)).toBe('later');
});

test('has no context of a source without content, or with one that is too short, and truncates lines', () => {
  const contextIn = (...sourcesContent: unknown[]) => read({ sourcesContent }).find(1, 1).context;
  expect([contextIn(), contextIn(null), contextIn('a\nb')]).toEqual([undefined, undefined, undefined]);
  const long = contextIn(`${'\n'.repeat(6)}${'x'.repeat(5_000_000)}`);
  expect(long).toEqual({ before: ['', '', '', '', ''], line: 'x'.repeat(300), after: [] });
});

test('finds the section of a place, and where in it', () => {
  const segment = (...numbers: [number, number, number, number]) => numbers;
  const mappings = encode([[segment(0, 0, 0, 0), segment(10, 0, 2, 0)], [segment(0, 0, 1, 0)]]);
  const section = (line: number, column: number, file: string) => {
    const map = aMap({ sources: [file], mappings }, { file, functions: [[`in ${file}`, 1, 0, 9, 0]] });
    return { offset: { line, column }, map };
  };
  const sections = [section(0, 0, 'a.ts'), section(0, 100, 'b.ts'), section(2, 7, 'c.ts')];
  const map = new ChunkMap(JSON.stringify({ version: 3, sources: [], sections }));
  const found = (line: number, column: number) => {
    const origin = map.find(line, column);
    expect(origin.function).toBe(`in ${origin.file}`);
    return `${origin.file}:${origin.line}`;
  };
  const places = [[1, 1], [1, 100], [1, 101], [1, 110], [1, 111], [2, 1], [3, 8], [3, 18], [4, 1]] as const; // prettier-ignore
  const all = places.map(([line, column]) => found(line, column)).join(' ');
  expect(all).toBe('a.ts:1 a.ts:3 b.ts:1 b.ts:1 b.ts:3 b.ts:2 c.ts:1 c.ts:3 c.ts:2');
  expect(() => map.find(3, 1)).toThrow('no position');
});

test.each([
  ['a line beyond the map', 2, 1, {}],
  ['a line that the map does not have', 2, 1, { mappings: 'AAAA;;AACA' }],
  ['a line before the first', 0, 1, {}],
  ['a column before the first', 1, 1, { mappings: 'KAAA' }],
  ['a last segment of no source', 1, 1, { mappings: 'A' }],
  ['a source that the map does not have', 1, 1, { mappings: 'AEAA' }],
  ['a source without a name', 1, 1, { sources: [null], x_candor_sources: [null] }],
  ['a map that no build has kept', 1, 1, { x_candor_sources: undefined }],
])('%s has no position', (_, line, column, changes) => {
  expect(() => read(changes).find(line, column)).toThrow('no position');
});

test('more mappings than a chunk can have are not decoded', () => {
  expect(() => read({ mappings: 'AAAA,'.repeat(1_300_000) })).toThrow('too large');
});

test.each([
  ['null', 'null'],
  ['sections that are not a list', '{"version":3,"sections":5}'],
  ['a section that is not an object', '{"version":3,"sections":[null]}'],
])('refuses %s', (_, text) => {
  expect(() => new ChunkMap(text).find(1, 1)).toThrow(Error);
});
