import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSource } from '../../../candor/src/policy/hash-source';
import { builtCode } from '../../../candor/src/policy/record-built-code';
import { themeScript } from '../../../candor/src/shared/theme';
import { takeConsole } from '../../support/quiet-console';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'candor-built-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('records what is neither Next’s nor React’s in any document, each once', () => {
  write('server/app/index.html', '<script>theme()</script><script>self.__next_f.push([0])</script>');
  write('server/pages/deep/er.html', '<script>theme()</script>');
  write('server/app/x.body', '<script>handler()</script>');
  expect(builtCode(folder)).toMatchObject({ code: { scripts: [hashSource('theme()')] }, findings: [] });
});

test('records the scripts that the code writes, before those that most documents have', () => {
  write('server/app/a.html', '<script>seldom()</script><script>often()</script>');
  write('server/app/b.html', '<script>often()</script>');
  write('server/chunks/ssr/a.js', '(0,b.jsx)("script",{dangerouslySetInnerHTML:{__html:"written()"}})');
  write('static/chunks/b.js', '(0,t.jsx)(r.default,{id:"a",children:"inserted()"})');
  write('server/app/a.rsc', '0:["$","$L5",null,{"id":"a","children":"data()"}]\n');
  const scripts = ['data()', 'inserted()', 'written()', 'often()', 'seldom()'].map(hashSource);
  expect(builtCode(folder).code.scripts).toEqual(scripts);
});

test('records the script of the theme with the documents that have it, and not for every page', () => {
  const own = themeScript('color-mode');
  const html = `<script>${own}</script><script>theme()</script>`;
  write('server/app/_not-found.html', html);
  write('server/chunks/ssr/a.js', `(0,b.jsx)("script",{dangerouslySetInnerHTML:{__html:${JSON.stringify(own)}}})`);
  const { scripts, documents } = builtCode(folder).code;
  expect(scripts).toEqual([hashSource('theme()')]);
  expect(documents[hashSource(html)]?.scripts).toEqual([hashSource(own), hashSource('theme()')]);
});

test('records that a page may show pictures by `data:` URLs, and not that an error page does', () => {
  write('server/pages/500.html', '<img src="data:image/png;base64,A">');
  expect(builtCode(folder).code.dataImages).toBe(false);
  write('static/chunks/a.css', 'p{background:url(data:image/png;base64,A)}');
  expect(builtCode(folder).code.dataImages).toBe(true);
});

test('records what each document needs, by the hash of all of it', () => {
  const home = '<script>theme()</script><script>self.__next_f.push([0])</script>';
  const other = '<img src="data:image/png;base64,A">';
  write('server/app/index.html', home);
  write('server/pages/other.html', other);
  const scripts = ['theme()', 'self.__next_f.push([0])'].map(hashSource);
  expect(builtCode(folder).code.documents).toEqual({
    [hashSource(home)]: { scripts, dataImages: false },
    [hashSource(other)]: { scripts: [], dataImages: true },
  });
});

test('of a large site only 500 documents are recorded whole, those with the shortest paths', () => {
  for (let number = 0; number < 501; number += 1) write(`server/app/posts/${number + 1_000}.html`, `<p>${number}`);
  write('server/app/index.html', '<p>home');
  const { documents } = builtCode(folder).code;
  expect(Object.keys(documents)).toHaveLength(500);
  expect(documents).toHaveProperty([hashSource('<p>home')]);
  expect(documents).not.toHaveProperty([hashSource('<p>500')]);
});

test('names every document that no policy can permit, and what to do', () => {
  write('server/app/a.html', '<body onload="a()"><p onclick="b()">');
  write('server/pages/b.html', '<p onclick="b()">');
  write('server/pages/c.html', '<p>');
  expect(builtCode(folder).findings).toEqual([
    '- server/app/a.html has onload, onclick: add a listener in a script instead.',
    '- server/pages/b.html has onclick: add a listener in a script instead.',
  ]);
});

test('markup that is nested 100,000 deep does not end the build', () => {
  write('server/app/deep.html', `${'<b>'.repeat(100_000)}<script>theme()</script>`);
  expect(builtCode(folder).code.scripts).toEqual([hashSource('theme()')]);
});

test('a document that cannot be read does not end the build, which names it', () => {
  write('server/app/large.html', ' '.repeat(17 * 1024 * 1024));
  write('server/app/other.html', '<script>theme()</script>');
  expect(builtCode(folder).code.scripts).toEqual([hashSource('theme()')]);
  expect(takeConsole('warn')).toEqual([
    expect.stringMatching(/^The inline scripts of server\/app\/large\.html are blocked/),
  ]);
});
