import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileModule } from '../../../../scripts/build/compile-module';

test('removes types, and gives relative imports the extension that Node needs', () => {
  const source = `import { once } from 'node:events';
import type { Listener } from './listener';
import { listenOnce, type Port } from './listen-once';
import './side-effect';
export const ports: Port[] = [await listenOnce(once)];`;
  expect(compileModule(source).trim().split('\n')).toEqual([
    `import { once } from 'node:events';`,
    `import { listenOnce } from './listen-once.mjs';`,
    `import './side-effect.mjs';`,
    'export const ports = [await listenOnce(once)];',
  ]);
});

test('every module of candor/policy imports only what the compiler rewrites', () => {
  const folder = join(import.meta.dirname, '../../../../candor/policy');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    const compiled = compileModule(readFileSync(join(folder, file), 'utf8'));
    const specifiers = Array.from(
      compiled.matchAll(/\b(?:from|import) ?\(?['"]([^'"]+)['"]/g),
      ([, name = '']) => name,
    );
    expect(
      specifiers.filter((name) => !/^(node:|\.\/[\w-]+\.mjs$)/.test(name)),
      file,
    ).toEqual([]);
  }
});
