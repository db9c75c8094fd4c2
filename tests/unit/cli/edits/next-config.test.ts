import { describe, expect, test } from 'vitest';
import { unwrapConfig, wrapConfig } from '../../../../candor/src/cli/edits/next-config';

const forms = {
  'an object': [
    `export default {};\n`,
    `import { withCandor } from "candor/config";\nexport default withCandor({});\n`,
  ],
  'a name, with types': [
    `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  reactStrictMode: true,\n};\n\nexport default nextConfig;\n`,
    `import { withCandor } from "candor/config";\nimport type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  reactStrictMode: true,\n};\n\nexport default withCandor(nextConfig);\n`,
  ],
  'single quotes without semicolons': [
    `import path from 'node:path'\n\nexport default { turbopack: { root: path.resolve('..') } }\n`,
    `import { withCandor } from 'candor/config'\nimport path from 'node:path'\n\nexport default withCandor({ turbopack: { root: path.resolve('..') } })\n`,
  ],
  'plugins in a row': [
    `import mdx from '@next/mdx';\nimport intl from 'next-intl/plugin';\nconst withMDX = mdx(), withIntl = intl('./i18n.ts');\nexport default withIntl(withMDX({ output: 'standalone' }));\n`,
    `import { withCandor } from 'candor/config';\nimport mdx from '@next/mdx';\nimport intl from 'next-intl/plugin';\nconst withMDX = mdx(), withIntl = intl('./i18n.ts');\nexport default withCandor(withIntl(withMDX({ output: 'standalone' })));\n`,
  ],
  'an arrow function': [
    `import { PHASE } from 'next/constants';\nexport default async (phase) => ({ distDir: phase === PHASE ? 'a' : 'b' });\n`,
    `import { withCandor } from 'candor/config';\nimport { PHASE } from 'next/constants';\nexport default withCandor(async (phase) => ({ distDir: phase === PHASE ? 'a' : 'b' }));\n`,
  ],
  'a declared function': [
    `import x from 'x';\nexport default async function config() {\n  return x;\n}\n`,
    `import { withCandor } from 'candor/config';\nimport x from 'x';\nexport default withCandor(async function config() {\n  return x;\n});\n`,
  ],
  'await at the top, and satisfies': [
    `import { load } from './load.ts';\nconst own = await load();\nexport default { env: own } satisfies NextConfig;\n`,
    `import { withCandor } from 'candor/config';\nimport { load } from './load.ts';\nconst own = await load();\nexport default withCandor({ env: own } satisfies NextConfig);\n`,
  ],
  'CommonJS, with a type in a comment': [
    `/** @type {import('next').NextConfig} */\nconst nextConfig = {}\n\nmodule.exports = nextConfig\n`,
    `const { withCandor } = require("candor/config")\n/** @type {import('next').NextConfig} */\nconst nextConfig = {}\n\nmodule.exports = withCandor(nextConfig)\n`,
  ],
  'a check by TypeScript, and a directive': [
    `// @ts-check\n'use strict';\n\nmodule.exports = {};\n`,
    `// @ts-check\n'use strict';\nconst { withCandor } = require('candor/config');\n\nmodule.exports = withCandor({});\n`,
  ],
  'a licence above': [
    `// Copyright\n\n// what it is\nexport default {};\n`,
    `// Copyright\n\nimport { withCandor } from "candor/config";\n// what it is\nexport default withCandor({});\n`,
  ],
  'lines of Windows, and a byte order mark': [
    `\uFEFFimport a from 'a';\r\n\r\nexport default { a };\r\n`,
    `\uFEFFimport { withCandor } from 'candor/config';\r\nimport a from 'a';\r\n\r\nexport default withCandor({ a });\r\n`,
  ],
  'no end of the last line': [
    `import a from 'a'\nexport default a`,
    `import { withCandor } from 'candor/config'\nimport a from 'a'\nexport default withCandor(a)`,
  ],
};

describe.each(Object.entries(forms))('%s', (_, [own = '', wrapped = '']) => {
  test('is wrapped', () => expect(wrapConfig(own)).toBe(wrapped));
  test('is wrapped once', () => expect(wrapConfig(wrapped)).toBe(wrapped));
  test('is the same again without it', () => expect(unwrapConfig(wrapped)).toEqual({ text: own }));
});

test('settings that somebody has added are named', () => {
  const text = `import { withCandor } from 'candor/config';\nexport default withCandor(own, { siteName: 'Shop' });\n`;
  expect(unwrapConfig(text)).toEqual({ text: 'export default own;\n', settings: `{ siteName: 'Shop' }` });
});

test('what has no default export is not understood', () => {
  expect(() => wrapConfig(`export const config = {};\n`)).toThrow('no default export');
});

test('an error of syntax is one, with its line', () => {
  expect(() => wrapConfig(`export default {\n  a: ,\n};\n`)).toThrow(/\(2:5\)/);
});
