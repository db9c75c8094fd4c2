import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPageData, isOfFramework } from '../../../../candor/src/policy/patches/framework-scripts';

const unquoted = (literal: string) =>
  literal
    .slice(1, -1)
    .replaceAll('\\n', '\n')
    .replace(/\\(['"\\$])/g, '$1');

test.each([
  ['react-dom', 'node'],
  ['react-dom', 'edge'],
  ['react-dom-experimental', 'node'],
  ['react-dom-experimental', 'edge'],
])('every script that the installed %s writes for %s is known, with any data', (react, platform) => {
  const file = `../../../../node_modules/next/dist/compiled/${react}/cjs/react-dom-server.${platform}.production.js`;
  const source = readFileSync(join(import.meta.dirname, file), 'utf8');
  const literals = source.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? [];
  const scripts = literals.map(unquoted).filter((text) => /^\$R[A-Z]|\$R[A-Z]=/.test(text));
  expect(scripts.length).toBeGreaterThan(8);
  for (const script of scripts) {
    // The start of a call goes on with what React puts into it.
    const whole = script.endsWith('("') ? `${script}B:0","S:\\u003cx",[["a","b"]],null)` : script;
    const others = [`${whole};alert(1)`, ...(whole.includes('function') ? [whole.replace('a', 'b')] : [])];
    expect([whole, ...others].filter(isOfFramework), whole.slice(0, 60)).toEqual([whole]);
  }
});

const turbopack = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = []))';

test.each(
  [
    ['self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n\\u003c/script\\u003e"])'],
    ['(self.__next_f=self.__next_f||[]).push([0])'],
    ['(self.__next_s=self.__next_s||[]).push([0,{"children":"alert(1)","id":"x"}])'],
    [`${turbopack}.push({"otherChunks":["a.js"],"moduleIds":[1]});`, `${turbopack}.push({});\n${turbopack}.push([1]);`],
    ['(globalThis["TURBOPACK_shop"] || (globalThis["TURBOPACK_shop"] = [])).push({});'],
    ['$RC("B:0","S:0")', '$RX("B:0","1234")'],
  ].flat(),
)('a call of Next or React with data is permitted: %s', (script) => expect(isOfFramework(script)).toBe(true));

test.each(
  [
    ['', 'alert(1)', 'self.__next_f.push([1,alert(1)])', 'self.__next_f.push([0]);alert(1)'],
    ['self.__next_f.push([0])+alert(1)', 'self.__next_f.push([0])//\nalert(1)', 'self.__next_f.push(alert(1))'],
    ['self.__next_f.push([1,`${alert(1)}`])', "self.__next_f.push([1,'a'])", 'alert(1);self.__next_f.push([0])'],
    ['self.__next_f.push([0]),alert([0])', 'self.__next_f["push"]([0])', 'self.__next_f.push([0]);\nalert(1)'],
    ['(self.__next_s=self.__next_s||[]).push([0,{"children":alert(1)}])'],
    ['(globalThis["alert"] || (globalThis["alert"] = [])).push({});'],
    ['(globalThis["TURBOPACK"] || (globalThis["TURBOPACK_x"] = [])).push({});'],
    [`${turbopack}.push([1,()=>alert(1)]);`, `${turbopack}.push({});alert(1);`, `${turbopack}.push({})\n(alert)(1);`],
    ['$RC("B:0",alert(1))', '$RC("B:0")("S:0")', '$RC=alert;$RC("B:0")', '$RZ("B:0")'],
    ['requestAnimationFrame(function(){$RT=alert(1)});'],
  ].flat(),
)('what a visitor might have stored is not: %s', (script) => expect(isOfFramework(script)).toBe(false));

const data = '<script>self.__next_f.push([1,"a"])</script>';
const nonced = data.replace('<script', '<script nonce="a"');
const first = '<script>(self.__next_f=self.__next_f||[]).push([0])</script>';
const behindMarkup = `<script>stolen()</script><!--<textarea><script a="${data}`;
const escaped = data.replaceAll('<', '&lt;');
const others = [escaped, data.replace('</', ';stolen()</'), '<script>$RC("B:0","S:0")</script>', ''];

test('data of a page is found past all markup, and nothing else is data', () => {
  const all = [`<p>${data}`, nonced, first, behindMarkup];
  expect([...all, ...others].filter(hasPageData)).toEqual(all);
});
