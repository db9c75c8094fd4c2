import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { expect, test } from 'vitest';
import { patches, tested } from '../../../candor/src/internals/patches';
import { policyPatches } from '../../../candor/src/policy/patches/patches';
import { filesEndingWith, listItem, read, root } from './files';

const document = 'docs/compatibility.md';
const betweenMarkers = /(<!-- patches -->\n)[\s\S]*?(<!-- \/patches -->)/;

test('the list of the patches is the one in the code', async () => {
  const versions = Object.entries(tested).map(([part, range]) => `${part} ${[...new Set(range)].join(' to ')}`);
  const items = patches.map(({ name, runtime, target, loses }) =>
    listItem(`\`${name}\` (${runtime}): ${target}. Without it: ${loses}.`),
  );
  const list = [`Tested with ${versions.join(', ')}:`, '', ...items].join('\n');
  const expected = await prettier.format(
    read(document).replace(betweenMarkers, (_, start, end) => `${start}\n${list}\n\n${end}`),
    { parser: 'markdown', printWidth: 120, singleQuote: true },
  );
  if (process.env.UPDATE_DOCS === '1') writeFileSync(join(root, document), expected);
  expect(read(document)).toBe(expected);
});

test('each patch is used by a file of its runtime', () => {
  const code = filesEndingWith('.ts').filter((file) => /^candor\/src\/(internals|policy\/patches)\//.test(file));
  const all = [...patches, ...policyPatches];
  for (const { name, runtime } of all)
    if (runtime === 'server')
      expect(
        code.filter((file) => read(file).includes(`patch('${name}')`)),
        name,
      ).not.toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

// `name: 'page-fetch'` of a list, `without page-fetch` in a title, or the patch that is found to be missing.
test('each patch is taken away by a test', () => {
  const guards = filesEndingWith('.ts').filter((file) => file.startsWith('tests/browser/'));
  const code = guards.map(read).join('\n');
  for (const { name } of patches) {
    const removal = new RegExp(`\\b(?:name|patch): '${name}'|without ${name} |missingAt\\(.*'${name}'`);
    expect(removal.test(code), `a test takes ${name} away`).toBe(true);
  }
});
