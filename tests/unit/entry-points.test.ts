import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../candor/package.json' with { type: 'json' };

// The application, and those of the tests, use the package as any other application does.

const root = join(import.meta.dirname, '../..');
const sites = ['failing', 'team-settings', 'team-application'];
const folders = ['app', ...sites.map((site) => `tests/sites/${site}`)];
const entryPoints = Object.keys(manifest.exports).map((name) => name.replace('.', 'candor'));

/** The modules of the package that a file imports, re-exports or loads later, and that are not its entry points. */
function insidesImportedBy(file: string, text: string): string[] {
  const forms = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(['"])(.+?)\1/g;
  return Array.from(text.matchAll(forms), ([, , name = '']) => name).filter((name) => {
    if (/^candor(\/|$)/.test(name)) return !entryPoints.includes(name);
    return name.startsWith('.') && /^candor\//.test(relative(root, join(root, file, '..', name)));
  });
}

test('the application imports nothing but the entry points of the package', () => {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const files = [...readdirSync(root), ...inFolders].filter((file) => /\.(tsx?|css|mjs)$/.test(file));
  expect(files).toEqual(expect.arrayContaining(['next.config.ts', join('app', 'layout.tsx')]));
  const found = files.map((file) => [file, ...insidesImportedBy(file, readFileSync(join(root, file), 'utf8'))]);
  expect(found.filter(([, name]) => name !== undefined)).toEqual([]);
  const some = `import 'candor/src/a'; export * from "./candor/dist/a.js"; void import('candor/dist/a'); import 'candor';`;
  expect(insidesImportedBy('x.ts', some)).toHaveLength(3);
});
