import { expect, test } from 'vitest';
import manifest from '../../../candor/package.json' with { type: 'json' };
import { read } from './files';

const readme = read('candor/README.md');

/** The rows of the one table of this section, each with its cells, without the two rows of the head. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ')[0]?.match(/(?:^\|.*\n)+/m) ?? [];
  const rows = table.trimEnd().split('\n').slice(2);
  return rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | +\|$/g, '').trim()));
}

const codeIn = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

test('the hooks are those of the guide', () => {
  const guide = Array.from(read('docs/adopting.md').matchAll(/^```tsx?\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
  const hooks = rowsOf('Hooks').map(([file, content]) => ({ file: codeIn(file)[0] ?? '', lines: codeIn(content) }));
  expect(hooks).toHaveLength(5);
  for (const { file, lines } of hooks) {
    const text = guide.find((code) => code.startsWith(`// ${file}\n`)) ?? '';
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('//'))).toEqual(lines);
  }
});

test('the entry points are those of the package', () => {
  const names = rowsOf('Entry points').flatMap(([name]) => codeIn(name));
  const exported = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'candor'));
  expect(names.sort()).toEqual(exported.filter((name) => name !== 'candor/package.json').sort());
});

test('the peers, and the releases of Node, are those of the package', () => {
  const peers = rowsOf('Compatibility').map(([name, range]) => [codeIn(name)[0], codeIn(range)[0]]);
  expect(Object.fromEntries(peers)).toEqual(manifest.peerDependencies);
  expect(readme).toContain(`- Node: \`${manifest.engines.node}\`.`);
});
