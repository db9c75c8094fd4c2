import { describe, expect, test } from 'vitest';
import { wrappedElsewhere } from '../../../../candor/src/cli/edits/imported-config';
import { commit, filesIn, init, put, remove, run, tree } from '../trees';

const base = `import { withCandor } from 'candor/config';\n\nexport default withCandor({ poweredByHeader: true });\n`;
const plain = `export default { poweredByHeader: true };\n`;
const from = (specifier: string) => `import base from '${specifier}';\n\nexport default base;\n`;

describe('it is called elsewhere', () => {
  test.each([
    ['by a file that is exported as it is', from('./base.config.mjs')],
    ['named without its extension', from('./base.config')],
    ['by a file that is exported at once', `export { default } from './base.config.mjs';\n`],
    ['by a file that plugins get', `import base from './base.config.mjs';\nexport default withMDX({ ...base });\n`],
    ['in CommonJS', `const base = require('./base.config.mjs');\nmodule.exports = base;\n`],
    ['in CommonJS, exported at once', `module.exports = require('./base.config.mjs');\n`],
  ])('%s', (_, text) => {
    const folder = tree({ 'base.config.mjs': base, 'next.config.ts': text });
    expect(wrappedElsewhere(folder, 'next.config.ts', text)).toEqual({ path: 'base.config.mjs' });
  });
});

test.each([
  ['a package', from('@acme/next-config')],
  ['a file that is not there', from('./generated.mjs')],
])('of what comes from %s it says that it was not seen', (_, text) => {
  const folder = tree({ 'next.config.ts': text });
  expect(wrappedElsewhere(folder, 'next.config.ts', text)).toBe('unseen');
});

test.each([
  ['a file without Candor', from('./base.config.mjs')],
  ['a package that is called', `import mdx from '@next/mdx';\nexport default mdx()({});\n`],
  ['nothing', plain],
])('with %s it is called nowhere', (_, text) => {
  const folder = tree({ 'base.config.mjs': plain, 'next.config.ts': text });
  expect(wrappedElsewhere(folder, 'next.config.ts', text)).toBeUndefined();
});

test('init leaves such a configuration, and remove names the file', async () => {
  const text = from('./base.config.mjs');
  const folder = tree({ 'base.config.mjs': base, 'next.config.ts': text });
  await run(init, folder);
  expect(filesIn(folder)['next.config.ts']).toBe(text);
  commit(folder);
  put(folder, 'package.json', '{}');
  commit(folder);
  const printed = await run(remove, folder);
  expect(printed).toContain('base.config.mjs:1\n  It imports Candor, and is yours.');
  expect(printed).toContain('Candor stays installed');
});

test('init leaves to a person what it did not see', async () => {
  const text = from('@acme/next-config');
  const folder = tree({ 'next.config.ts': text });
  const printed = await run(init, folder);
  expect(filesIn(folder)['next.config.ts']).toBe(text);
  expect(printed).toContain('next.config.ts\n  It exports what it imports, which was not read.');
});
