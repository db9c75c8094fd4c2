import { expect, test } from 'vitest';
import manifest from '../../../candor/package.json' with { type: 'json' };
import { read } from './files';

const readme = read('candor/README.md');

const sectionOf = (heading: string) => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const codeIn = (text = '') => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** The code in each item of the list of this section. */
const itemsOf = (heading: string) =>
  Array.from(sectionOf(heading).matchAll(/^- .*(?:\n {2}.*)*/gm), ([item]) => codeIn(item));

test('the hooks are those that init writes', () => {
  const hooks = itemsOf('Hooks').slice(0, 5);
  expect(hooks.map(([file]) => file)).toContain('app/global-error.tsx');
  for (const [file = '', ...lines] of hooks) {
    const written = read(`tests/unit/cli/golden/new/after/${file}`).replaceAll('"', "'").split('\n');
    expect(written).toEqual(expect.arrayContaining(lines));
  }
});

test('the entry points are those of the package', () => {
  const names = itemsOf('Entry points').map(([name = '']) => name);
  const exported = Object.keys(manifest.exports).map((name) => name.replace(/^\./, 'candor'));
  expect(names.sort()).toEqual(exported.filter((name) => name !== 'candor/package.json').sort());
});

test('the peers, and the releases of Node, are those of the package', () => {
  const rows = sectionOf('Compatibility').match(/^\| `.*/gm) ?? [];
  const peers = rows.map((row) => codeIn(row).slice(0, 2) as [name: string, range: string]);
  expect(Object.fromEntries(peers)).toEqual(manifest.peerDependencies);
  expect(readme).toContain(`- Node: \`${manifest.engines.node}\`.`);
});
