import { expect, test } from 'vitest';
import { flattenSourceMaps } from '../../../../scripts/build/flatten-source-maps';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, read, write } = eachInFolder();

test('every map of the folders becomes flat, and nothing else is written', () => {
  const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' };
  const text = JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] });
  write({ 'server/chunks/a.js.map': text, 'static/b.css.map': text, 'static/c.json': text });
  flattenSourceMaps([folder('server'), folder('static')]);
  expect(JSON.parse(read('server/chunks/a.js.map'))).toMatchObject(map);
  expect(JSON.parse(read('static/b.css.map'))).toMatchObject(map);
  expect(read('static/c.json')).toBe(text);
});
