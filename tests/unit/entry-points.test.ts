import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

// The application, and those of the tests, use the package as any other application does.

const root = join(import.meta.dirname, '../..');
const sites = ['failing', 'team-settings', 'team-application', 'cached-components'];
const folders = ['app', ...sites.map((site) => `tests/sites/${site}`)];

/** The sources of the application and of the tests' sites, by their paths. */
function sources(): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...readdirSync(root), ...inFolders].filter((file) => /\.(tsx?|css|mjs)$/.test(file));
}

const { exports } = JSON.parse(readFileSync(join(root, 'candor/package.json'), 'utf8')) as { exports: object };
const entryPoints = Object.keys(exports).map((name) => name.replace('.', 'candor'));

/** The names of all modules that a file imports, re-exports or loads later. */
function importedBy(text: string): string[] {
  const forms = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*(['"])(.+?)\1/g;
  return Array.from(text.matchAll(forms), ([, , name = '']) => name);
}

function problemsIn(file: string, text: string): string[] {
  return importedBy(text)
    .filter((name) => {
      if (/^candor(\/|$)/.test(name)) return !entryPoints.includes(name);
      return name.startsWith('.') && /^candor\//.test(relative(root, join(root, file, '..', name)));
    })
    .map((name) => `${file}: ${name}`);
}

test('the application imports nothing but the entry points of the package', () => {
  const files = sources();
  expect(files).toEqual(expect.arrayContaining(['next.config.ts', join('app', 'layout.tsx')]));
  expect(files.flatMap((file) => problemsIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  [`import { a } from 'candor/src/shared/report';`, true],
  [`export * from "../candor/dist/monitoring.js";`, true],
  [`void import('candor/dist/a');`, true],
  [`import '../candor/src/screens/screens.css';`, true],
  [`import { report } from 'candor';`, false],
  [`import { a } from './candor-like';`, false],
])('%s is seen: %s', (text, isSeen) => expect(problemsIn('app/x.ts', text).length > 0).toBe(isSeen));
