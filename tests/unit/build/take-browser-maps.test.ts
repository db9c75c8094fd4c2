import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { attempts } from '../../../candor/src/build/attempts';
import { takeBrowserMaps } from '../../../candor/src/build/take-browser-maps';
import { filesIn } from '../../../candor/src/internals/build/files-in';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';

const { folder, read, write } = eachInFolder();

const map = (source: string) => JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' });

function keep(chunk: string, from = ''): void {
  const to = folder(`server/browser-maps/${chunk}.map`);
  JSON.parse(readFileSync(from, 'utf8'));
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function take(files: Record<string, string>): string[] {
  write(files);
  const { attempt, warn } = attempts();
  takeBrowserMaps(folder(), attempt, keep);
  warn();
  return takeConsole('warn');
}

test('a map of any name is kept under that of its script, and is no longer served', () => {
  const sentences = take({
    'static/chunks/a.js': 'a();\n\n//# debugId=b5d1\n//# sourceMappingURL=0hbe.js.map',
    'static/chunks/app/[id]/b.mjs': 'b();\n//# sourceMappingURL=%5Bb%5D.js.map\n',
    'static/chunks/app/[id]/[b].js.map': map('b.ts'),
    'static/chunks/0hbe.js.map': map('a.ts'),
  });
  expect(sentences).toEqual([]);
  expect(read('server/browser-maps/static/chunks/a.js.map')).toBe(map('a.ts'));
  expect(read('server/browser-maps/static/chunks/app/[id]/b.mjs.map')).toBe(map('b.ts'));
  expect(filesIn(folder('static'))).toEqual(['chunks/a.js', 'chunks/app/[id]/b.mjs']);
  expect(read('static/chunks/a.js')).toBe('a();\n\n//# debugId=b5d1');
  expect(read('static/chunks/app/[id]/b.mjs')).toBe('b();\n');
});

test('one map of two scripts is kept for both, and one of a script that does not name it as well', () => {
  take({
    'static/a.js': 'a();\n//# sourceMappingURL=c.js.map',
    'static/b.js': 'a();\n//# sourceMappingURL=c.js.map',
    'static/hidden.js': 'c();',
    'static/c.js.map': map('c.ts'),
    'static/hidden.js.map': map('hidden.ts'),
  });
  expect(filesIn(folder('server/browser-maps/static'))).toEqual(['a.js.map', 'b.js.map', 'hidden.js.map']);
});

test('styles lose their maps and every comment that names one', () => {
  const inline = '/*# sourceMappingURL=data:application/json;base64,e30= */';
  const sentences = take({
    'static/a.css': `a{}${inline}b{}\n/*# sourceMappingURL=a.css.map*/`,
    'static/a.css.map': map('a.css'),
  });
  expect(sentences).toEqual([]);
  expect(read('static/a.css')).toBe('a{}b{}');
  expect(filesIn(folder())).toEqual(['static/a.css']);
});

test('code that only speaks of maps stays as it is, and bytes that are no text stay', () => {
  const code = 'const a = `\n//# sourceMappingURL=a.js.map\n`;\n// Other.\nuse("\\n//# sourceMappingURL=" + a); // é';
  const bytes = Buffer.concat([Buffer.from('b("é'), Buffer.from([0xff, 0xfe]), Buffer.from('");')]);
  write({ 'static/a.js': code });
  writeFileSync(folder('static/b.js'), Buffer.concat([bytes, Buffer.from('\n//# sourceMappingURL=b.js.map')]));
  take({});
  expect(read('static/a.js')).toBe(code);
  expect(readFileSync(folder('static/b.js'))).toEqual(bytes);
});

test('files of a team that are no source maps stay', () => {
  take({ 'static/media/level-1.0a.map': 'of a game', 'static/media/text.txt': '//# sourceMappingURL=a.js.map' });
  expect(filesIn(folder())).toEqual(['static/media/level-1.0a.map', 'static/media/text.txt']);
});

test.each([
  ['is not there', 'missing.js.map'],
  ['is inline', 'data:application/json;base64,e30='],
  ['is elsewhere', 'https://example.org/a.js.map'],
  ['is outside of what is served', '../../secret.js.map'],
  ['is outside of what is served, encoded', '%2e%2e/%2e%2e/secret.js.map'],
])('a script whose map %s has none, and the name goes', (_, url) => {
  const sentences = take({ 'secret.js.map': map('secret'), 'static/chunks/a.js': `a();\n//# sourceMappingURL=${url}` });
  expect(sentences).toEqual([]);
  expect(filesIn(folder())).toEqual(['secret.js.map', 'static/chunks/a.js']);
  expect(read('static/chunks/a.js')).toBe('a();');
});

test('a name that cannot be decoded and a map that is cut are each said, and neither is served', () => {
  const sentences = take({
    'static/a.js': 'a();\n//# sourceMappingURL=%E0%A4%A',
    'static/b.js': 'b();\n//# sourceMappingURL=b.js.map',
    'static/b.js.map': '{ "version": 3, "sections": [{',
  });
  expect(sentences).toEqual([
    expect.stringMatching(/^Candor: static\/a\.js, like 1 more, has no source map: URI malformed\.$/),
  ]);
  expect(filesIn(folder())).toEqual(['static/a.js', 'static/b.js']);
  expect(read('static/a.js')).toBe('a();');
});
