import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSource } from '../../../candor/policy/inline-code';
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
  expect(builtCode(folder)).toEqual({
    code: { scripts: [hashSource('theme()')], insertedScripts: [], insertedStyles: [hashSource('b')] },
    findings: [],
  });
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
