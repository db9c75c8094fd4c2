import { describe, expect, test } from 'vitest';
import { ChunkMap } from '../../../candor/src/sources/source-map';
import { aMap, encode } from './a-map';

const chunk = 'server/chunks/ssr/a.js';
const read = (changes?: Record<string, unknown>) => new ChunkMap(JSON.stringify(aMap(changes)), chunk);

test('finds source, line, column, name, function and five lines of context on each side', () => {
  expect(read().find(1, 25)).toEqual({
    source: '../../../../app/orders/page.tsx',
    line: 8,
    column: 5,
    name: 'total',
    function: 'OrderList',
    isIgnored: false,
    context: {
      before: ['line 3', 'line 4', 'line 5', 'line 6', 'line 7'],
      line: 'line 8',
      after: ['line 9', 'line 10', 'line 11', 'line 12'],
    },
  });
  expect(read().find(1, 1)).toMatchObject({ line: 7, column: 3 });
});

test('finds the innermost function around a place', () => {
  const functions = [['Page', 1, 0, 12, 0], ['OrderList', 6, 0, 9, 1], ['later', 8, 5, 9, 0]]; // prettier-ignore
  const found = (column: number) => read({ x_candor_functions: [functions] }).find(1, column).function;
  expect([found(1), found(25)]).toEqual(['OrderList', 'OrderList']); // `later` begins a column after the place.
  functions[2] = ['later', 8, 4, 9, 0];
  expect(found(25)).toBe('later');
});

test('has no context of a source without content, or with one that is too short', () => {
  expect(read({ sourcesContent: undefined }).find(1, 1)).not.toHaveProperty('context');
  expect(read({ sourcesContent: [null] }).find(1, 1)).not.toHaveProperty('context');
  expect(read({ sourcesContent: ['a\nb'] }).find(1, 1)).not.toHaveProperty('context');
});

test('truncates lines, also of a source of megabytes', () => {
  const { context } = read({ sourcesContent: [`${'\n'.repeat(6)}${'x'.repeat(5_000_000)}`] }).find(1, 1);
  expect(context).toEqual({ before: ['', '', '', '', ''], line: 'x'.repeat(300), after: [] });
});

test('finds the section of a place, and where in it', () => {
  const inner = (source: string) =>
    aMap({
      sources: [source],
      mappings: encode([
        [
          [0, 0, 0, 0],
          [10, 0, 2, 0],
        ],
        [[0, 0, 1, 0]],
      ]),
    });
  const map = read({
    sections: [
      { offset: { line: 0, column: 0 }, map: inner('a.ts') },
      { offset: { line: 0, column: 100 }, map: inner('b.ts') },
      { offset: { line: 2, column: 7 }, map: inner('c.ts') },
    ],
  });
  const found = (line: number, column: number) => {
    const { source, line: sourceLine } = map.find(line, column);
    return `${source}:${sourceLine}`;
  };
  const places = [
    [1, 1],
    [1, 100],
    [1, 101],
    [1, 110],
    [1, 111],
    [2, 1],
    [3, 8],
    [3, 18],
    [4, 1],
  ] as const;
  expect(places.map(([line, column]) => found(line, column))).toEqual([
    'a.ts:1',
    'a.ts:3',
    'b.ts:1',
    'b.ts:1',
    'b.ts:3',
    'b.ts:2',
    'c.ts:1',
    'c.ts:3',
    'c.ts:2',
  ]);
  expect(() => map.find(3, 1)).toThrow('no position');
});

test('says which sources the compiler ignores, and puts `sourceRoot` before their names', () => {
  expect(read({ ignoreList: [0] }).find(1, 1).isIgnored).toBe(true);
  expect(read({ x_google_ignoreList: [0] }).find(1, 1).isIgnored).toBe(true);
  expect(read({ sourceRoot: 'webpack://_N_E', sources: ['./a.ts'] }).find(1, 1).source).toBe('webpack://_N_E/./a.ts');
});

test('reads a map that begins with the line that keeps browsers from running it', () => {
  expect(new ChunkMap(`)]}'\n${JSON.stringify(aMap())}`, chunk).find(1, 1).line).toBe(7);
});

describe('refuses', () => {
  const section = (offset: unknown, map: unknown = aMap()) => ({ offset, map });

  test.each([
    ['another version', { version: 2 }],
    ['sources that are not an array', { sources: 'a.ts' }],
    ['mappings that are not a string', { mappings: [] }],
    ['a section that is not an object', { sections: [null] }],
    ['a section without an offset', { sections: [section(undefined)] }],
    ['a section with a negative offset', { sections: [section({ line: 0, column: -1 })] }],
    ['a section of sections', { sections: [section({ line: 0, column: 0 }, { version: 3, sections: [] })] }],
    [
      'sections out of order',
      {
        sections: [
          { line: 1, column: 0 },
          { line: 0, column: 0 },
        ].map((at) => section(at)),
      },
    ],
  ])('%s', (_, changes) => {
    expect(() => read(changes)).toThrow('not a source map');
  });

  test.each([
    ['truncated JSON', JSON.stringify(aMap()).slice(0, -1), 'not JSON'],
    ['an empty file', '', 'not JSON'],
    ['null', 'null', 'not a source map'],
    ['an array', '[]', 'not a source map'],
    ['the map of another chunk', JSON.stringify(aMap({ file: 'other.js' })), 'of another file'],
    ['more sections than a chunk can have', JSON.stringify({ sections: Array(100_001).fill(0) }), 'too large'],
  ])('%s', (_, text, reason) => {
    expect(() => new ChunkMap(text, chunk)).toThrow(reason);
  });

  test.each([
    ['a line beyond the map', 2, 1],
    ['a line before the first', 0, 1],
    ['a column before the first', 1, -5],
  ])('%s', (_, line, column) => {
    expect(() => read().find(line, column)).toThrow('no position');
  });
});

test.each(['names', 'sourcesContent', 'ignoreList', 'x_candor_functions'])(
  'does without %s of a wrong shape',
  (field) => {
    for (const value of [null, 'x', 5, {}, [{}], [[1]], [[[]]], [[['f', -1, 0, 9, 9]]], [[[{}, 0, 0, 99, 0]]]]) {
      expect(read({ [field]: value, mappings: encode([[[0, 0, 6, 2]]]) }).find(1, 1)).toMatchObject({
        line: 7,
        column: 3,
      });
    }
  },
);
