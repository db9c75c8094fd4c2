import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryPoints } from '../../../candor/scripts/roll-up-types.mjs';
import { root } from '../docs/files';
import { buildTypes } from './build-types';

// With the installed TypeScript at its strictest. tests/adoption/types.spec.ts has other versions of it and of what it reads.

const application = join(root, 'tests/adoption/types');
let folder: string;
beforeAll(() => {
  buildTypes();
  folder = mkdtempSync(join(root, 'node_modules/.cache-types-')); // TypeScript looks for packages above it.
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('an application finds the same errors in libraries with Candor as without it', async () => {
  const [bare, withCandor] = await Promise.all([errorsOf('bare.tsx'), errorsOf('bare.tsx', 'with-candor.tsx')]);
  expect(withCandor).toEqual(bare);
});

test.each(entryPoints(join(root, 'candor')))('that application uses everything of $name', ({ types }) => {
  const [exported = ''] = /(?<=export \{ ).*(?= \};\s*$)/.exec(readFileSync(types, 'utf8')) ?? [];
  const names = exported.split(', ').map((text) => text.replace(/^.* as |^type /, ''));
  const text = readFileSync(join(application, 'with-candor.tsx'), 'utf8');
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

function errorsOf(...files: string[]): Promise<string[]> {
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    ...{ module: 'esnext', moduleResolution: 'bundler', isolatedModules: true, types: ['node'], skipLibCheck: false },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
  };
  const project = join(folder, `${files.length}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: files.map((name) => join(application, name)) }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '--project', project, '--pretty', 'false'], { cwd: root }, (_, printed) => {
      resolve(printed.split('\n').filter((line) => line.includes('error TS')));
    });
  });
}
