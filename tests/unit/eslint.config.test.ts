import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 }); // The first one loads the rules.

const cwd = join(import.meta.dirname, '../..');

// Types take half a minute to load, and the rules below need none.
const withoutTypes = {
  languageOptions: { parserOptions: { project: false } },
  rules: { '@typescript-eslint/no-floating-promises': 'off' as const },
};
const eslint = new ESLint({ cwd, overrideConfig: withoutTypes });

async function rulesBrokenBy(source: string, file: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(source, { filePath: join(cwd, file) });
  return (result?.messages ?? []).filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId);
}

const forbidden = {
  'candor/screens/x.tsx': ['../../app/layout', '../../candor/delivery/dsn', '../../candor/policy/response-kind'],
  'candor/browser/x.ts': [
    '../../candor/screens/format-utc',
    '../../candor/server/settings',
    '../../candor/delivery/dsn',
    '../../sentry.client.config',
  ],
  'candor/server/x.ts': [
    '../../candor/screens/format-utc',
    '../../candor/browser/start',
    '../../app/layout',
    '../../tests/support/wait-until',
  ],
  'candor/delivery/x.ts': ['../../candor/server/settings', '../../candor/scrubbing/scrub', '../../scripts/run/root'],
  'candor/scrubbing/x.ts': ['../../candor/server/settings', '../../candor/delivery/dsn'],
  'candor/policy/x.ts': ['../../candor/server/settings'],
  'candor/x.ts': [
    '../../candor/browser/start',
    '../../candor/server/settings',
    '../../candor/policy/response-kind',
    '../app/layout',
    '../next.config',
  ],
  'app/x.tsx': ['../tests/support/wait-until'],
  'pages/x.tsx': ['../scripts/run/root'],
  'instrumentation.ts': ['./tests/support/wait-until'],
};

const allowed = {
  'app/x.tsx': ['../../candor/screens/format-utc', '../../candor/server/settings'],
  'candor/screens/x.tsx': ['../../candor/browser/start', '../../candor/scrubbing/scrub'],
  'candor/browser/x.ts': ['../../candor/scrubbing/scrub'],
  'candor/server/x.ts': ['../../candor/delivery/dsn', '../../candor/policy/response-kind', '../../candor/digest'],
  'candor/policy/x.ts': ['../../candor/bounded-map'],
  'candor/x.ts': ['../../candor/scrubbing/scrub'],
  'scripts/x.ts': ['../../candor/server/settings'],
};

const pairsOf = (imports: Record<string, string[]>) =>
  Object.entries(imports).flatMap(([file, all]) => all.map((imported) => [file, imported] as const));

test.each(pairsOf(forbidden))('%s may not import %s', async (file, imported) => {
  expect(await rulesBrokenBy(`import '${imported}';`, file)).toEqual(['import/no-restricted-paths']);
});

test.each(pairsOf(allowed))('%s may import %s', async (file, imported) => {
  expect(await rulesBrokenBy(`import '${imported}';`, file)).toEqual([]);
});

test.each(['candor/browser/x.ts', 'candor/screens/x.tsx', 'candor/scrubbing/x.ts', 'candor/x.ts'])(
  '%s reaches browsers, so it may not import modules of Node',
  async (file) => {
    for (const name of ['node:fs', 'fs', 'node:crypto'])
      expect(await rulesBrokenBy(`import '${name}';`, file), name).toEqual(['import/no-nodejs-modules']);
  },
);

test('the server may import modules of Node', async () => {
  for (const file of ['candor/server/x.ts', 'candor/delivery/x.ts', 'candor/policy/x.ts'])
    expect(await rulesBrokenBy(`import 'node:fs';`, file), file).toEqual([]);
});

test.each(['candor/server/x.ts', 'candor/x.ts', 'candor/screens/x.tsx', 'app/x.tsx', 'instrumentation.ts'])(
  '%s runs on servers, so it may not import the SDK for tracing',
  async (file) => {
    expect(await rulesBrokenBy(`import '@sentry/nextjs';`, file)).toEqual(['no-restricted-imports']);
    expect(await rulesBrokenBy(`import '@sentry/core';`, file)).toEqual([]);
  },
);

test('the SDK of browsers may import the whole SDK', async () => {
  expect(await rulesBrokenBy(`import '@sentry/nextjs';`, 'candor/browser/sdk.ts')).toEqual([]);
});
