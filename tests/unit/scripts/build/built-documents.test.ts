import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtDocuments } from '../../../../scripts/build/built-documents';

const asNextBuilds = {
  'prerender-manifest.json': '{"routes":{"/":{},"/_not-found":{}}}',
  'app-path-routes-manifest.json':
    '{"/page":"/","/_not-found/page":"/_not-found","/_global-error/page":"/_global-error","/x/page":"/x","/y/route":"/y"}',
  'server/app/index.html': '<script>home()</script><script>same()</script>',
  'server/app/_not-found.html': '<script>missing()</script><script>same()</script>',
  'server/pages/404.html': '<style>p{}</style>',
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-documents-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('gathers the hashes of pages, and of all documents, each once, and the pages that are not built', () => {
  const { pages, failed, renderedPages } = read({});
  expect(pages.scripts).toHaveLength(2);
  expect(pages.styles).toHaveLength(0);
  expect(failed.scripts).toHaveLength(3);
  expect(failed.scripts).toEqual(expect.arrayContaining([...pages.scripts]));
  expect(failed.styles).toHaveLength(1);
  expect(renderedPages).toEqual(['/x']);
});

test.each([
  { change: { 'prerender-manifest.json': undefined }, says: 'Next made no prerender-manifest.json' },
  {
    change: { 'server/app/index.html': undefined },
    says: 'no document with a script in it was built for / (server/app/index.html)',
  },
  {
    change: { 'server/app/_not-found.html': '<script src="/a.js"></script>' },
    says: 'no document with a script in it was built for /_not-found (server/app/_not-found.html)',
  },
  {
    change: { 'server/pages/404.html': '<p style="color:red">' },
    says: 'server/pages/404.html: it has the attribute style, which the policy forbids',
  },
  {
    change: { 'app-path-routes-manifest.json': '{"/item/[id]/page":"/item/[id]"}' },
    says: 'the policy knows pages by their whole path, and /item/[id] has a parameter',
  },
])('fails with one sentence: $says', ({ change, says }) => {
  expect(() => read(change)).toThrow(
    `The build failed, for its documents would not run under their content security policy: ${says}.`,
  );
});

function read(change: Record<string, string | undefined>) {
  for (const [file, contents] of Object.entries({ ...asNextBuilds, ...change })) {
    if (contents === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), contents);
  }
  return builtDocuments(folder);
}
