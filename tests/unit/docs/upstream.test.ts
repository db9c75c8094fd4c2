import { expect, test } from 'vitest';
import { patches } from '../../../candor/src/internals/patches';
import { read } from './files';

const document = read('docs/upstream.md');
const sections = document.split(/^## /m).slice(1);
const headings = sections.map((section) => section.split('\n')[0] ?? '');
const named = patches.flatMap(({ name, upstream }) => (upstream === undefined ? [] : [{ name, upstream }]));

test('every patch names a section or a thread that the document has', () => {
  expect(named.length).toBeGreaterThan(5);
  const isThere = (upstream: string) =>
    upstream.startsWith('https:') ? document.includes(`(${upstream})`) : headings.includes(upstream);
  expect(named.filter(({ upstream }) => !isThere(upstream))).toEqual([]);
});

test('every section is named by a patch that it would replace', () => {
  const unnamed = headings.filter((heading) => !named.some(({ upstream }) => upstream === heading));
  expect(unnamed).toEqual([]);
});

test('every section has a problem, a change, its use and a test', () => {
  for (const section of sections) {
    for (const part of ['**Problem.**', '**Change.**', '**Lets users**', '**Test.**']) expect(section).toContain(part);
  }
});

test('the code that a section points at stands on that line of the Next that the document names', () => {
  const [, version] = /Next\s+(\d+\.\d+\.\d+)/.exec(document) ?? [];
  const places = [...document.matchAll(/^- `(next\/[^:`]+):(\d+)`: `([^`]+)`$/gm)];
  expect(places.length).toBeGreaterThan(10);
  const { version: installed } = JSON.parse(read('node_modules/next/package.json')) as { version: string };
  if (installed !== version) return; // The document says which version its lines are of.
  for (const [, file, line, code = ''] of places) {
    const found = read(`node_modules/${file}`).split('\n')[Number(line) - 1];
    expect(found, `${file}:${line}`).toContain(code);
  }
});
