import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 }); // The first one loads the rules.

const cwd = join(import.meta.dirname, '../..');

// Types take half a minute to load, and the rules below need none.
const withoutTypes = {
  languageOptions: { parserOptions: { project: false } },
  rules: { '@typescript-eslint/no-floating-promises': 'off', 'candor/no-text-index': 'off' } as const,
};
const eslint = new ESLint({ cwd, overrideConfig: withoutTypes });

async function rulesBrokenBy(source: string, file: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(source, { filePath: join(cwd, file) });
  return (result?.messages ?? []).filter(({ severity }) => severity === 2).map(({ ruleId }) => ruleId);
}

const forbidden = {
  'candor/src/screens/x.tsx': ['../../../app/layout', '../envelope/dsn.js', '../index.js'],
  'candor/src/browser/x.ts': [
    '../screens/feedback.js',
    '../server/settings.js',
    '../envelope/dsn.js',
    '../../../instrumentation-client',
  ],
  'candor/src/server/x.ts': [
    '../screens/feedback.js',
    '../browser/reporter.js',
    '../build/with-candor.js',
    '../../../app/layout',
    '../../../tests/support/wait-until',
  ],
  'candor/src/monitoring/x.ts': ['../server/settings.js', '../screens/feedback.js'],
  'candor/src/delivery/x.ts': [
    '../server/settings.js',
    '../monitoring/tunnel.js',
    '../scrubbing/scrub.js',
    '../../../scripts/run/root',
  ],
  'candor/src/outbox/x.ts': ['../delivery/sender.js', '../scrubbing/scrub.js'],
  'candor/src/envelope/x.ts': ['../outbox/outbox.js', '../scrubbing/scrub.js'],
  'candor/src/scrubbing/x.ts': ['../server/settings.js', '../envelope/dsn.js'],
  'candor/src/policy/x.ts': ['../server/settings.js'],
  'candor/src/http/x.ts': ['../server/settings.js', '../policy/sources.js', '../scrubbing/scrub.js'],
  'candor/src/internals/server/x.ts': [
    '../../http/request-context.js',
    '../../server/settings.js',
    '../../browser/reporter.js',
  ],
  'candor/src/sources/x.ts': ['../shared/is-record.js', '../server/settings.js', '../index.js'],
  'candor/src/shared/x.ts': ['../browser/reporter.js', '../scrubbing/scrub.js', '../index.js'],
  'candor/src/x.ts': ['../../app/layout', '../../next.config'],
  'app/x.tsx': ['../tests/support/wait-until'],
  'instrumentation.ts': ['./tests/support/wait-until'],
};

const pairs = Object.entries(forbidden).flatMap(([file, all]) => all.map((imported) => [file, imported] as const));

// What is allowed, the code itself imports: the lint step fails where a rule forbids it.
test.each(pairs)('%s may not import %s', async (file, imported) => {
  expect(await rulesBrokenBy(`import '${imported}';`, file)).toEqual(['import/no-restricted-paths']);
});

test.each([
  'candor/src/browser/x.ts',
  'candor/src/screens/x.tsx',
  'candor/src/scrubbing/x.ts',
  'candor/src/shared/x.ts',
])('%s reaches browsers, so it may not import modules of Node', async (file) => {
  for (const name of ['node:fs', 'fs', 'node:crypto'])
    expect(await rulesBrokenBy(`import '${name}';`, file), name).toEqual(['import/no-nodejs-modules']);
});

test.each(['candor/src/server/x.ts', 'candor/src/x.ts', 'candor/src/screens/x.tsx', 'app/x.tsx', 'instrumentation.ts'])(
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
  for (const file of ['candor/src/server/x.ts', 'candor/src/policy/x.ts'])
    expect(await brokenBy(source, file)).toContain(rule);
  for (const file of ['candor/src/internals/server/x.ts', 'candor/src/http/x.ts'])
    expect(await brokenBy(source, file)).not.toContain(rule);
});

test.each(['process.exitCode = 1;', "console.warn(Symbol.for('candor.x'));", 'console.warn(import.meta.dirname);'])(
  '%s stands anywhere',
  async (source) => expect(await brokenBy(source, 'candor/src/server/x.ts')).toEqual([]),
);
