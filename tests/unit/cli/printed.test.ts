import { expect, test } from 'vitest';
import { filesIn, init, run, tree, type Files } from './trees';

/** What is printed below `By hand:`. */
async function printedOf(files: Files): Promise<string> {
  const { printed } = await run(init, tree(files), { dryRun: true });
  return /^By hand:\n([^]*?)(?=^\w.*\bwas written)/m.exec(printed)?.[1] ?? '';
}

const start = `      await (await import('candor/instrumentation')).register();\n`;
const top = (line: string) => `instrumentation.ts  Add at the top:\n    ${line}\n`;
const onRequestError = `export { onRequestError } from 'candor/instrumentation';`;

test.each([
  ['no export', `// Ours.\n`, top(`export { onRequestError, register } from "candor/instrumentation";`)],
  [
    'an async register',
    `let a;\nexport const register = async () => {\n};\n`,
    `instrumentation.ts:2  Start Candor first. Add below this line:\n${start}${top(onRequestError)}`,
  ],
  [
    'a synchronous register',
    `export function register(): void {\n}\n`,
    `${top(onRequestError)}instrumentation.ts:1  Start Candor first; Next waits for an async register. Replace this line with:\n    export async function register(): Promise<void> {\n${start}`,
  ],
  [
    'a register of another form',
    `export function register() { a(); }\n`,
    `${top(onRequestError)}instrumentation.ts:1  Call Candor’s register first in yours: node_modules/candor/README.md#files-that-you-already-have\n`,
  ],
  [
    'a register from elsewhere',
    `export { register } from './a';\n`,
    `${top(onRequestError)}instrumentation.ts  Call Candor’s register first in yours: node_modules/candor/README.md#files-that-you-already-have\n`,
  ],
  [
    'an onRequestError alone',
    `export const onRequestError = (error) => log(error);\n`,
    `${top(`export { register } from 'candor/instrumentation';`)}instrumentation.ts:1  Call Candor’s onRequestError first in yours: node_modules/candor/README.md#files-that-you-already-have\n`,
  ],
])('an instrumentation file with %s', async (_, text, printed) => {
  const sorted = (lines: string) => lines.split('\n').sort();
  expect(sorted(await printedOf({ 'instrumentation.ts': text }))).toEqual(sorted(printed));
});

const matching = (matcher: string) =>
  `export function proxy() {}\n\nexport const config = {\n  matcher: ${matcher},\n};\n`;

test.each([
  [`'/((?!api|_next).*)'`, `'/((?!monitoring/?$|api|_next).*)'`],
  [`['/account', "/((?!api).*)"]`, `['/account', "/((?!monitoring/?$|api).*)"]`],
  [`'/:path*'`, `'/((?!monitoring/?$).*)'`],
  [`'/account/:path*'`, undefined],
])('a matcher %s lets reports through as %s', async (before, after = before) => {
  const folder = tree({ 'proxy.ts': matching(before) });
  await run(init, folder, { yes: true });
  expect(filesIn(folder)['proxy.ts']).toBe(matching(after));
});

test.each([
  [
    `[{ source: '/((?!api).*)' }]`,
    `proxy.ts:4  This matcher keeps the reports of browsers from /monitoring. Replace it with:\n    [{ source: '/((?!monitoring/?$|api).*)' }]\n`,
  ],
  [
    `['/(.*)']`,
    `proxy.ts:1  Browsers report to /monitoring. If this redirects or rejects requests, begin its function with:\n    if (request.nextUrl.pathname.replace(/\\/$/, '') === '/monitoring') return;\n`,
  ],
  [
    'routes',
    `proxy.ts:1  Browsers report to /monitoring. If this redirects or rejects requests, begin its function with:\n    if (request.nextUrl.pathname.replace(/\\/$/, '') === '/monitoring') return;\n`,
  ],
])('a matcher %s is printed', async (matcher, printed) => {
  expect(await printedOf({ 'proxy.ts': matching(matcher) })).toBe(printed);
});

test('a global-error that was the wizard’s comes first, and a DSN for browsers is named where it is', async () => {
  const changed = `import * as Sentry from '@sentry/nextjs';\nSentry.captureException(error);\nexport default () => <NextError statusCode={0} title="Ours" />;\n`;
  const dsn = 'https://key@host/1';
  const printed = await printedOf({
    'app/global-error.tsx': changed,
    '.env.production': `A=1\nNEXT_PUBLIC_SENTRY_DSN=${dsn}\n`,
    'lib/log.ts': 'send(process.env.NEXT_PUBLIC_SENTRY_DSN);\n',
  });
  expect(printed).toMatch(
    /^app\/global-error.tsx {2}.*These two lines show it, in place of NextError:\n {4}import \{ useFailure/,
  );
  expect(printed).toContain(
    `.env.production:2  The server reads it when it starts, and browsers need none. Replace this line with:\n    SENTRY_DSN=${dsn}\n`,
  );
  expect(printed).toContain('lib/log.ts:1  Browsers need no DSN. Take this out.\n');
});
