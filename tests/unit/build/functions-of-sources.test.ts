import { expect, test } from 'vitest';
import { functionsOfSources } from '../../../candor/src/build/functions-of-sources';
import { ChunkMap, functionsField } from '../../../candor/src/sources/source-map';
import { aMap } from '../sources/a-map';

const code = 'function save() {\n  throw a;\n}';

test('finds the functions of the team’s sources, and no others', () => {
  const sources = ['app/a.ts', 'app/ignored.ts', 'app/without.ts', null, 'app/a.css'];
  const sourcesContent = [code, code, null, null, '.orders { color: red }'];
  expect(functionsOfSources({ sources, sourcesContent, ignoreList: [1] }, new Map())).toEqual([
    [['save', 1, 0, 3, 1]],
    null,
    null,
    null,
    null,
  ]);
  expect(functionsOfSources({ sources }, new Map())).toEqual(sources.map(() => null));
});

test('reads a source once for all chunks', () => {
  const known = new Map();
  const map = { sources: ['app/a.ts'], sourcesContent: [code] };
  const [first] = functionsOfSources(map, known);
  expect(functionsOfSources(map, known)[0]).toBe(first);
});

test('a map with them names the function around a place', () => {
  const map = aMap({ sourcesContent: [`\n\n\n\n\n${code}`] });
  const written = { ...map, [functionsField]: functionsOfSources(map, new Map()) };
  expect(new ChunkMap(JSON.stringify(written), 'a.js').find(1, 1).function).toBe('save');
});
