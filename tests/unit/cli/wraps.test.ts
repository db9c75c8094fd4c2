import { expect, test } from 'vitest';
import { unwrapConfig, wrapConfig } from '../../../candor/src/cli/code';

const esm = `import { withCandor } from 'candor/config';\n`;
const commonJs = `const { withCandor } = require('candor/config');\n`;
const wrap = (text: string, settings?: string) => wrapConfig(text, settings)?.text;

/** `«…»` marks what is wrapped, and `^` where the import is added. */
test.each([
  ['a name', '^export default «nextConfig»;\n'],
  ['no semicolon and no last newline', '^export default «nextConfig»'],
  ['an object', '^export default «{ a: [1, { b: 2 }] }»;\n'],
  ['an object with a type', '^export default «{} satisfies NextConfig»\n'],
  ['a call over lines', '^export default «plugin(\n  a,\n)(b)\n  .c({\n  d,\n})»;\n'],
  ['a call with a type', '^export default «define<Config>({})»;\n'],
  ['CommonJS', `'use strict';\n^module.exports = «{ a }»;\n`, commonJs],
  ['what the wizard adds below', `^module.exports = a;\nmodule.exports = «w(module.exports, {})»;\n`, commonJs],
  ['CRLF and a byte order mark', `\uFEFF^import a from 'a';\r\n\r\nexport default «a»;\r\n`, esm.replace('\n', '\r\n')],
  ['comments', `// @ts-check\n^/** A type. */\nconst a = {};\n// export default b;\nexport default «a»; // At last.\n`],
  [
    'brackets in texts',
    `^const a = [/["'(]/, '}', \`\${b}) "\`];\nexport default «f(a, "(")»;\n`,
    esm.replaceAll(`'`, `"`),
  ],
])('%s is wrapped, and unwrapped to the byte', (_, marked, added = esm) => {
  const before = marked.replace(/[«»^]/g, '');
  const after = marked.replace('^', added).replace('«', 'withCandor(').replace('»', ')');
  expect(wrap(before)).toBe(after);
  expect(unwrapConfig(after)).toBe(before);
  expect(unwrapConfig(wrap(before, `{ languages: ['en'], policy: 'report' }`)!)).toBe(before);
});

test.each([
  ['a function', `export default async function config() {\n  return {};\n}\n`],
  ['an arrow function', `export default (phase) => ({ a: phase });\n`],
  ['an awaited value', `export default await load();\n`],
  ['an export of others', `export { default } from './base.mjs';\n`],
  ['a choice', `export default isDev ? a : b;\n`],
  ['two exports', `export default a;\nexport default b;\n`],
  ['brackets that do not match', `const a = {;\nexport default a;\n`],
  ['nothing', ''],
  ['another encoding', `// \uFFFD\nexport default a;\n`],
  ['an endless text', `export default a;\n${'/*'.repeat(30_000)}`.repeat(2)],
])('%s is not changed', (_, text) => {
  expect(wrap(text)).toBeUndefined();
});

test.each([
  ['several arguments', `withCandor(\n  f(a, b),\n  { policy: 'enforce' },\n)`, `export default f(a, b);\n`],
  ['another import with it', 'withCandor(a)', undefined, esm.replace(' }', ', x }')],
  ['two calls', 'withCandor(a)', undefined, `${esm}withCandor(a);\n`],
  ['a call without an end', 'withCandor(a', undefined],
])('%s: unwrapped only where the form is known', (_, call, after, before = esm) => {
  expect(unwrapConfig(`${before}export default ${call};\n`)).toBe(after);
});
