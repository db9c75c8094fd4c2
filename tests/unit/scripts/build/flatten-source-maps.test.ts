import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { expect, test } from 'vitest';
import { flattenSourceMaps } from '../../../../scripts/build/flatten-source-maps';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

test('every map of sections in the folders becomes flat under its debug id, and nothing else is written', () => {
  const section = (line: number, source: string) => ({
    offset: { line, column: 0 },
    map: { version: 3, sources: [source], sourcesContent: [`text of ${source}`], names: [], mappings: 'AAAA' },
  });
  const sections = [section(0, 'a.ts'), section(4, '../b.ts')];
  const flat = JSON.stringify({ sources: ['sections'], mappings: '', version: 3 });
  const text = JSON.stringify({ version: 3, debugId: 'b5d1851a', sources: [], sections });
  write({ 'server/chunks/a.js.map': text, 'static/b.css.map': text, 'static/c.json': text, 'static/d.js.map': flat });
  flattenSourceMaps([folder('server'), folder('static')]);
  for (const file of ['server/chunks/a.js.map', 'static/b.css.map']) {
    const written = JSON.parse(read(file)) as object;
    expect(written).toMatchObject({ debugId: 'b5d1851a', sources: ['a.ts', '../b.ts'] });
    expect(written).not.toHaveProperty('sections');
    const map = new TraceMap(JSON.stringify(written));
    const found = [1, 5].map((line) => originalPositionFor(map, { line, column: 7 }).source ?? '');
    expect(found.map((source) => sourceContentFor(map, source))).toEqual(['text of a.ts', 'text of ../b.ts']);
  }
  expect([read('static/c.json'), read('static/d.js.map')]).toEqual([text, flat]);
});
