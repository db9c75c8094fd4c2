import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSource } from '../../../candor/policy/hash-source';
import { builtCode } from '../../../candor/policy/record-built-code';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-built-'));
  write('server/app/page_client-reference-manifest.js', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('records what is neither Next’s nor React’s in any document, each once', () => {
  write('server/app/index.html', '<script>theme()</script><script>self.__next_f.push([0])</script><style>a</style>');
  write('server/pages/deep/er.html', '<script>theme()</script><style data-precedence="medium" data-href="b">b</style>');
  write('server/app/x.body', '<script>handler()</script>');
  const { code, findings } = builtCode(folder);
  expect(code).toMatchObject({
    scripts: [hashSource('theme()')],
    insertedScripts: [],
    insertedStyles: [hashSource('a'), hashSource('b')],
  });
  expect(findings).toEqual([]);
});

test('records the scripts that the code writes, before those that most documents have', () => {
  write('server/app/a.html', '<script>seldom()</script><script>often()</script>');
  write('server/app/b.html', '<script>often()</script>');
  write('server/chunks/ssr/a.js', '(0,b.jsx)("script",{dangerouslySetInnerHTML:{__html:"written()"}})');
  write('static/chunks/b.js', '(0,t.jsx)(r.default,{id:"a",children:"inserted()"})');
  const { scripts, insertedScripts } = builtCode(folder).code;
  expect(scripts).toEqual(['written()', 'often()', 'seldom()'].map(hashSource));
  expect(insertedScripts).toEqual([hashSource('inserted()')]);
});

test('records what a page may need that the router shows, and not what an error page has', () => {
  write('server/pages/500.html', '<p style="color:red"><style>a</style><img src="data:image/png;base64,A">');
  write('server/app/_global-error.html', '<style>b</style>');
  expect(builtCode(folder).code).toMatchObject({ insertedStyles: [], styleAttributes: false, dataImages: false });
  write('server/app/a.html', '<p style="color:red">');
  write('static/chunks/a.css', 'p{background:url(data:image/png;base64,A)}');
  write('static/chunks/a.js', 'sheet.insertRule(rule)');
  expect(builtCode(folder).code).toMatchObject({
    insertedStyles: [hashSource('')],
    styleAttributes: true,
    dataImages: true,
  });
});

test('records what each document needs, by the hash of all of it', () => {
  const home = '<script>theme()</script><script>self.__next_f.push([0])</script><style>a</style><p style="color:red">';
  const other = '<img src="data:image/png;base64,A">';
  write('server/app/index.html', home);
  write('server/pages/other.html', other);
  const scripts = ['theme()', 'self.__next_f.push([0])'].map(hashSource);
  expect(builtCode(folder).code.documents).toEqual({
    [hashSource(home)]: { scripts, styles: [hashSource('a')], styleAttributes: true, dataImages: false },
    [hashSource(other)]: { scripts: [], styles: [], styleAttributes: false, dataImages: true },
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
