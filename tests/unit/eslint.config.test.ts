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

// What is allowed, the code itself imports: the lint step fails where a rule forbids it. The zones are those of docs/architecture.md.
test.each([
  ['candor/src/screens/x.tsx', '../envelope/dsn.js', '../../../app/layout', '../index.js'],
  ['candor/src/browser/x.ts', '../start/settings.js', '../../../instrumentation-client'],
  ['candor/src/failures/x.ts', '../start/settings.js', '../monitoring/tunnel.js'],
  ['candor/src/responses/x.ts', '../failures/failure.js'],
  ['candor/src/monitoring/x.ts', '../start/settings.js'],
  ['candor/src/start/x.ts', '../build/with-candor.js', '../policy/sources.js', '../../../tests/support/wait-until'],
  ['candor/src/delivery/x.ts', '../monitoring/tunnel.js', '../../../scripts/run/root'],
  ['candor/src/internals/server/x.ts', '../../http/request-context.js'],
  ['candor/src/sources/x.ts', '../shared/is-record.js', '../start/settings.js'],
  ['candor/src/shared/x.ts', '../scrubbing/scrub.js', '../index.js'],
  ['candor/src/x.ts', '../../app/layout', '../../next.config'],
  ['app/x.tsx', '../tests/support/wait-until'],
  ['instrumentation.ts', './scripts/start'],
])('%s may not import %s', async (file, ...imported) => {
  for (const name of imported)
    expect(await rulesBrokenBy(`import '${name}';`, file), name).toEqual(['import/no-restricted-paths']);
});

const inBrowsers = ['browser/x.ts', 'screens/x.tsx', 'scrubbing/x.ts', 'shared/x.ts'];

test.each(inBrowsers)('candor/src/%s reaches browsers, so it may not import modules of Node', async (file) => {
  for (const name of ['node:fs', 'fs'])
    expect(await rulesBrokenBy(`import '${name}';`, `candor/src/${file}`), name).toEqual(['import/no-nodejs-modules']);
});

const onServers = ['candor/src/failures/x.ts', 'candor/src/screens/x.tsx', 'app/x.tsx', 'instrumentation.ts'];

test.each(onServers)('%s runs on servers, so it may not import the SDK for tracing', async (file) => {
  expect(await rulesBrokenBy(`import '@sentry/nextjs';`, file)).toEqual(['no-restricted-imports']);
});

const brokenBy = (source: string, file: string) => rulesBrokenBy(`export const own: unknown = 1;\n${source}`, file);

const held = [
  'console.warn(globalThis._traceGlobals);',
  "console.warn(globalThis['_traceGlobals']);",
  'Response.prototype.json = () => {};',
  "Object.defineProperty(Error.prototype, 'digest', {});",
  'process.exit = () => {};',
  'Object.assign(globalThis, {});',
  "console.warn(Symbol.for('@next/request-context'));",
  "console.warn('__next_error__');",
  'console.warn(/__next_f/);',
  'console.warn(`data-dgst="${1}"`);',
  "console.warn('pingedTasks' in {});",
  "console.warn('x-nextjs-cache');",
];

test.each([
  ...held.map((source) => [source, 'no-restricted-syntax']),
  ["import 'next/dist/server/app-render/work-async-storage.external';", 'no-restricted-imports'],
  ["import 'node:diagnostics_channel';", 'no-restricted-imports'],
])('%s stands in the rooms of the seam only', async (source = '', rule) => {
  for (const file of ['candor/src/failures/x.ts', 'candor/src/policy/x.ts'])
    expect(await brokenBy(source, file)).toContain(rule);
  for (const file of ['candor/src/internals/server/x.ts', 'candor/src/http/x.ts'])
    expect(await brokenBy(source, file)).not.toContain(rule);
});

test.each(['process.exitCode = 1;', "console.warn(Symbol.for('candor.x'));", 'console.warn(import.meta.dirname);'])(
  '%s stands anywhere',
  async (source) => expect(await brokenBy(source, 'candor/src/failures/x.ts')).toEqual([]),
);
