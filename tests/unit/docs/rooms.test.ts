import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './files';

test('the list of the rooms has every folder of the package, with the imports that ESLint permits', () => {
  const [, layout = ''] = read('docs/architecture.md').split('\n## Layout\n');
  const codeIn = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name);
  const items = layout.split(/^- (?=`\w+`:)/m).slice(1);
  const list = items.map((item) => {
    const [about = '', imports = ''] = item.split(/\n\n/)[0]?.split(/\sImports\s/) ?? [];
    return [codeIn(about)[0] ?? '', codeIn(imports).sort()] as const;
  });
  const zones = Array.from(read('eslint.config.mjs').matchAll(/ zone\('(\w+)'(.*)\),$/gm), ([, room, others = '']) => [
    room,
    Array.from(others.matchAll(/'(\w+)'/g), ([, name]) => name).sort(),
  ]);
  expect(zones.length).toBeGreaterThan(10);
  // options/ has no rule: its one file stands for what a team may have.
  expect(Object.fromEntries(list)).toEqual({ ...Object.fromEntries(zones), options: [] });
  const folders = readdirSync(join(root, 'candor/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(list.map(([room]) => room).sort()).toEqual(folders.map(({ name }) => name).sort());
});
