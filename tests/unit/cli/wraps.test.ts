import { expect, test } from 'vitest';
import { unwrapConfig, wrapConfig } from '../../../candor/src/cli/code';

const esm = `import { withCandor } from 'candor/config';`;
const commonJs = `const { withCandor } = require('candor/config');`;
const wrap = (text: string, settings?: string) => wrapConfig(text, settings)?.text;

test.each([
  ['a name', `export default nextConfig;\n`, `${esm}\nexport default withCandor(nextConfig);\n`],
  ['no semicolon and no last newline', `export default nextConfig`, `${esm}\nexport default withCandor(nextConfig)`],
  ['an object', `export default { a: [1, { b: 2 }] };\n`, `${esm}\nexport default withCandor({ a: [1, { b: 2 }] });\n`],
  [
    'an object with a type',
    `export default {} satisfies NextConfig\n`,
    `${esm}\nexport default withCandor({} satisfies NextConfig)\n`,
  ],
  [
    'a call over lines',
    `export default plugin(\n  a,\n)(b)\n  .c({\n  d,\n});\n`,
    `${esm}\nexport default withCandor(plugin(\n  a,\n)(b)\n  .c({\n  d,\n}));\n`,
  ],
  [
    'a call with a type',
    `export default define<Config>({});\n`,
    `${esm}\nexport default withCandor(define<Config>({}));\n`,
  ],
  [
    'CommonJS',
    `'use strict';\nmodule.exports = { a };\n`,
    `'use strict';\n${commonJs}\nmodule.exports = withCandor({ a });\n`,
  ],
  [
    'what the wizard adds below',
    `module.exports = a;\nmodule.exports = w(module.exports, {});\n`,
    `${commonJs}\nmodule.exports = a;\nmodule.exports = withCandor(w(module.exports, {}));\n`,
  ],
  [
    'CRLF and a byte order mark',
    `\uFEFFimport a from 'a';\r\n\r\nexport default a;\r\n`,
    `\uFEFF${esm}\r\nimport a from 'a';\r\n\r\nexport default withCandor(a);\r\n`,
  ],
  [
    'comments for tools and for people',
    `// @ts-check\n/** A type. */\nconst a = {};\n// export default b;\nexport default a; // At last.\n`,
    `// @ts-check\n${esm}\n/** A type. */\nconst a = {};\n// export default b;\nexport default withCandor(a); // At last.\n`,
  ],
  [
    'texts and expressions with brackets',
    `const a = [/["'(]/, '}', \`\${b}) "\`];\nexport default f(a, "(");\n`,
    `import { withCandor } from "candor/config";\nconst a = [/["'(]/, '}', \`\${b}) "\`];\nexport default withCandor(f(a, "("));\n`,
  ],
])('%s is wrapped, and unwrapped to the byte', (_, before, after) => {
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
  [
    'several arguments over lines',
    `${esm}\nexport default withCandor(\n  f(a, b),\n  { policy: 'enforce' },\n);\n`,
    `export default f(a, b);\n`,
  ],
  [
    'another import with it',
    `import { withCandor, x } from 'candor/config';\nexport default withCandor(a);\n`,
    undefined,
  ],
  ['two calls', `${esm}\nwithCandor(a);\nexport default withCandor(a);\n`, undefined],
  ['a call without an end', `${esm}\nexport default withCandor(a;\n`, undefined],
])('%s: unwrapped only where the form is known', (_, before, after) => {
  expect(unwrapConfig(before)).toBe(after);
});
