import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './files';

test('the table of the rooms has every folder of the package, with the imports that ESLint permits', () => {
  const [, layout = ''] = read('docs/architecture.md').split('\n## Layout\n');
  const codeIn = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name);
  const table = Array.from(layout.matchAll(/^\| `(\w+)` .*\|([^|]*)\|$/gm), ([, room = '', imports = '']) => [
    room,
    codeIn(imports).sort(),
  ]);
  const zones = Array.from(read('eslint.config.mjs').matchAll(/ zone\('(\w+)'(.*)\),$/gm), ([, room, others = '']) => [
    room,
    Array.from(others.matchAll(/'(\w+)'/g), ([, name]) => name).sort(),
  ]);
  expect(zones.length).toBeGreaterThan(10);
  // options/ has no rule: its one file stands for what a team may have.
  expect(Object.fromEntries(table)).toEqual({ ...Object.fromEntries(zones), options: [] });
  const folders = readdirSync(join(root, 'candor/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(table.map(([room]) => room).sort()).toEqual(folders.map(({ name }) => name).sort());
});
