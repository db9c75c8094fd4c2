import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertedScripts, scriptModules } from '../../../candor/policy/inserted-scripts';

const push = (data: string) => `self.__next_f.push([1,${JSON.stringify(data)}])`;
const modules = new Set(['42']);

test('the texts of next/script are found in the data of a page, as children and as HTML, over several pushes', () => {
  const rows = `b:I[42,["$2"],""]\n0:{"c":[["$","$Lb",null,{"id":"a","children":"one()"}],["$","p",null,{"children":["$","$Lb",null,{"children":["two(",1,")"]}]}]]}\n3:["$","$Lb",null,{"dangerouslySetInnerHTML":{"__html":"three()"}}]\n`;
  const half = rows.length / 2;
  const scripts = ['(self.__next_f=self.__next_f||[]).push([0])', push(rows.slice(0, half)), push(rows.slice(half))];
  expect(insertedScripts(scripts, modules)).toEqual(['one()', 'two(1)', 'three()']);
});

test.each([
  { what: 'another component', rows: 'b:I[43,[],""]\n0:["$","$Lb",null,{"children":"x()"}]\n' },
  { what: 'a text that reads like an element', rows: 'b:I[42,[],""]\n0:["$$","$$Lb",null,{"children":"x()"}]\n' },
  { what: 'an element of the page', rows: 'b:I[42,[],""]\n0:["$","script",null,{"children":"x()"}]\n' },
  { what: 'a script of a file', rows: 'b:I[42,[],""]\n0:["$","$Lb",null,{"src":"/a.js"}]\n' },
  { what: 'what is no JSON', rows: 'b:I[42,[],""]\n0:["$","$Lb",null,{"children"\n1:T3,abc\n' },
])('nothing is found in $what', ({ rows }) => {
  expect(insertedScripts([push(rows)], modules)).toEqual([]);
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-modules-'));
  mkdirSync(join(folder, 'server/app/a'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the module of next/script has the number that the manifests of a build give it', () => {
  const manifest = (key: string, id: unknown) =>
    `x={"clientModules":{"[project]/${key}":${JSON.stringify({ id, name: '*' })}}}`;
  const files = {
    'page_client-reference-manifest.js': manifest('node_modules/next/dist/client/script.js', 79520),
    'a/page_client-reference-manifest.js': manifest('node_modules/next/dist/esm/client/script.js', 'a-name'),
    'a/page.js': manifest('node_modules/next/dist/client/script.js', 1),
    'a/route_client-reference-manifest.js': manifest('app/client/script.js', 2),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'server/app', name), text);
  expect([...scriptModules(folder)].sort()).toEqual(['79520', 'a-name']);
});
