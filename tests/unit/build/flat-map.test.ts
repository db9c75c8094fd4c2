import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { expect, test } from 'vitest';
import { flatMap } from '../../../candor/src/build/flat-map';

const section = (line: number, source: string, rest: object = {}) => ({
  offset: { line, column: 0 },
  map: {
    version: 3,
    sources: [source],
    sourcesContent: [`text of ${source}`],
    names: [`name in ${source}`],
    mappings: 'AAAAA',
    ...rest,
  },
});

test('a map of sections becomes one map, in which each place leads to the source and name of its section', () => {
  const id = 'b5d1851a-2ddf-cef6-5e7d-30fe20ef8313';
  const sections = [section(0, 'a.ts'), section(4, '../b.ts', { ignoreList: [0] })];
  const flat = flatMap(JSON.stringify({ version: 3, sources: [], debugId: id, sections }));
  expect(flat).toMatchObject({ debugId: id, sources: ['a.ts', '../b.ts'], ignoreList: [1] });
  expect(flat).not.toHaveProperty('sections');
  const map = new TraceMap(JSON.stringify(flat));
  const found = [1, 5].map((line) => originalPositionFor(map, { line, column: 7 }));
  expect(found).toMatchObject([
    { source: 'a.ts', name: 'name in a.ts' },
    { source: '../b.ts', name: 'name in ../b.ts' },
  ]);
  expect(found.map(({ source }) => source && sourceContentFor(map, source))).toEqual([
    'text of a.ts',
    'text of ../b.ts',
  ]);
});

test('a map without a section becomes one without a place', () => {
  expect(flatMap('{ "version": 3, "sources": [], "sections": [] }')).toMatchObject({
    sources: [],
    mappings: '',
  });
});

test.each([
  ['without the word', '{ "version": 3, "sources": ["a.ts"], "names": [], "mappings": "AAAA" }'],
  [
    'with the word in a source',
    '{ "version": 3, "sources": [], "sourcesContent": ["{\\"sections\\": 1}", "sections"], "mappings": "" }',
  ],
  ['with the word as a name', '{ "version": 3, "sources": [], "names": ["sections"], "mappings": "" }'],
])('a flat map stays as it is, %s', (_, flat) => {
  expect(flatMap(flat)).toEqual(JSON.parse(flat));
});

test('absolute paths and paths out of the folder stay as they are written', () => {
  const written = [
    '/etc/passwd',
    'file:///home/team/a.ts',
    '../../../../etc/passwd',
    'turbopack:///[project]/app/[id]/page.tsx',
  ];
  const map = { version: 3, sections: [{ ...section(0, ''), map: { ...section(0, '').map, sources: written } }] };
  expect(flatMap(JSON.stringify(map))).toMatchObject({ sources: written });
});

const text = (sections: unknown) => JSON.stringify({ version: 3, sections });

test.each([
  ['cut', text([section(0, 'a.ts')]).slice(0, -9)],
  ['a list', '[{ "sections": [] }]'],
  ['null', '{ "sections": null }'],
  ['without mappings', '{ "version": 3, "sources": [] }'],
  ['of sources that are no names', '{ "version": 3, "sources": [1], "mappings": "" }'],
  ['of sections that are none', text([1, null, 'a'])],
  ['of sections without a map', text([{ offset: { line: 0, column: 0 } }])],
  ['of sections without a place', text([{ map: section(0, 'a.ts').map }])],
  ['of sections without mappings', text([section(0, 'a.ts', { mappings: undefined })])],
  ['of sections without sources', text([section(0, 'a.ts', { sources: undefined })])],
  ['that begins before its script', text([section(-1, 'a.ts')])],
  ['with more lines than memory', text([section(1e9, 'a.ts')])],
  [
    'with more lines than memory in a section of a section',
    text([{ ...section(0, ''), map: JSON.parse(text([section(1e9, 'a.ts')])) }]),
  ],
])('a map that is %s is refused', (_, map) => {
  expect(() => flatMap(map)).toThrow(Error);
});
