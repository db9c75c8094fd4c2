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
  'candor/screens/x.tsx': ['../../app/layout', '../delivery/dsn', '../policy/response-kind'],
  'candor/browser/x.ts': [
    '../screens/format-utc',
    '../server/settings',
    '../delivery/dsn',
    '../../sentry.client.config',
  ],
  'candor/server/x.ts': [
    '../screens/format-utc',
    '../browser/start',
    '../../app/layout',
    '../support/wait-until',
  ],
  'candor/delivery/x.ts': ['../server/settings', '../scrubbing/scrub', '../../scripts/run/root'],
  'candor/scrubbing/x.ts': ['../server/settings', '../delivery/dsn'],
  'candor/policy/x.ts': ['../server/settings'],
  'candor/http/x.ts': ['../server/settings', '../policy/nonce', '../scrubbing/scrub'],
  'candor/internals/server/x.ts': ['../../http/request-context', '../../server/settings', '../../browser/start'],
  'candor/x.ts': ['./browser/start', './server/settings', './policy/response-kind', '../app/layout', '../next.config'],
  'app/x.tsx': ['../tests/support/wait-until'],
  'pages/x.tsx': ['../scripts/run/root'],
  'instrumentation.ts': ['./tests/support/wait-until'],
};

const pairs = Object.entries(forbidden).flatMap(([file, all]) => all.map((imported) => [file, imported] as const));

// What is allowed, the code itself imports: the lint step fails where a rule forbids it.
test.each(pairs)('%s may not import %s', async (file, imported) => {
  expect(await rulesBrokenBy(`import '${imported}';`, file)).toEqual(['import/no-restricted-paths']);
});

test.each(['candor/browser/x.ts', 'candor/screens/x.tsx', 'candor/scrubbing/x.ts', 'candor/x.ts'])(
  '%s reaches browsers, so it may not import modules of Node',
  async (file) => {
    for (const name of ['node:fs', 'fs', 'node:crypto'])
      expect(await rulesBrokenBy(`import '${name}';`, file), name).toEqual(['import/no-nodejs-modules']);
  },
);

test.each(['candor/server/x.ts', 'candor/x.ts', 'candor/screens/x.tsx', 'app/x.tsx', 'instrumentation.ts'])(
  '%s runs on servers, so it may not import the SDK for tracing',
  async (file) => {
    expect(await rulesBrokenBy(`import '@sentry/nextjs';`, file)).toEqual(['no-restricted-imports']);
  },
);

const brokenBy = (source: string, file: string) => rulesBrokenBy(`export const own: unknown = 1;\n${source}`, file);

test.each([
  ["import 'next/dist/server/app-render/work-async-storage.external';", 'no-restricted-imports'],
  ["import 'node:diagnostics_channel';", 'no-restricted-imports'],
  ['console.warn(globalThis._traceGlobals);', 'no-restricted-syntax'],
  ["console.warn(globalThis['_traceGlobals']);", 'no-restricted-syntax'],
  ['Response.prototype.json = () => {};', 'no-restricted-syntax'],
  ["Object.defineProperty(Error.prototype, 'digest', {});", 'no-restricted-syntax'],
  ['process.exit = () => {};', 'no-restricted-syntax'],
  ['Object.assign(globalThis, {});', 'no-restricted-syntax'],
  ["console.warn(Symbol.for('@next/request-context'));", 'no-restricted-syntax'],
  ["console.warn('__next_error__');", 'no-restricted-syntax'],
  ['console.warn(/__next_f/);', 'no-restricted-syntax'],
  ['console.warn(`data-dgst="${1}"`);', 'no-restricted-syntax'],
  ["console.warn('pingedTasks' in {});", 'no-restricted-syntax'],
  ["console.warn('x-nextjs-cache');", 'no-restricted-syntax'],
])('%s stands in the rooms of the seam only', async (source, rule) => {
  for (const file of ['candor/server/x.ts', 'candor/policy/x.ts']) expect(await brokenBy(source, file)).toContain(rule);
  for (const file of ['candor/internals/server/x.ts', 'candor/http/x.ts'])
    expect(await brokenBy(source, file)).not.toContain(rule);
});

test.each(['process.exitCode = 1;', "console.warn(Symbol.for('candor.x'));", 'console.warn(import.meta.dirname);'])(
  '%s stands anywhere',
  async (source) => expect(await brokenBy(source, 'candor/server/x.ts')).toEqual([]),
);
