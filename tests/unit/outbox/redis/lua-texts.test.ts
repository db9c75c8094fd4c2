import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { luaTexts } from '../../../../candor/scripts/write-lua.mjs';

const folder = 'candor/src/outbox/redis';
const read = (path: string) => readFileSync(`${folder}/${path}`, 'utf8');
const filesOf = (path: string) => readdirSync(`${folder}/${path}`).filter((name) => name.endsWith('.lua'));

test('the module has the text of every Lua file as it is now', () => {
  expect(read('lua-texts.ts'), 'Run "node candor/scripts/write-lua.mjs".').toBe(luaTexts());
});

test.each(filesOf('lua'))('%s names its KEYS and ARGV on its first lines, and reads nothing else of them', (name) => {
  const text = read(`lua/${name}`);
  const [head = '', locals = ''] = /^(?:--.*\n)+((?:(?!--).*\n)+)/.exec(text) ?? [];
  const named = Array.from(head.matchAll(/^-- (KEYS|ARGV)\[(\d+)(?:\.\.)?\] +(\w+) +\w/gm), ([, ...parts]) => parts);
  const places = named.map(([array, index]) => `${array}[${index}]`);
  expect(places).toEqual(['KEYS[1]', ...named.slice(1).map((_, index) => `ARGV[${index + 1}]`)]);
  for (const [, , local] of named) expect(locals).toMatch(new RegExp(`\\b${local}\\b`));
  expect(places).toEqual(expect.arrayContaining(locals.match(/(KEYS|ARGV)\[\d+\]/g) ?? []));
  expect(text.slice(head.length)).not.toMatch(/KEYS|ARGV/);
});

test.each(filesOf('lua/includes'))('%s reads no KEYS or ARGV, and includes nothing', (name) => {
  expect(read(`lua/includes/${name}`)).not.toMatch(/KEYS|ARGV|@include/);
});
