import { expect, test } from 'vitest';
import type { Files } from '../../support/each-in-folder';
import { filesIn, init, run, tree } from './trees';

/** What is printed below `By hand:`. */
async function printedOf(files: Files): Promise<string> {
  const { printed } = await run(init, tree(files), { dryRun: true });
  return /^By hand:\n([^]*?)(?=^\w.*\bwas written)/m.exec(printed)?.[1] ?? '';
}

const start = `      await (await import('candor/instrumentation')).register();\n`;
const top = (line: string) => `instrumentation.ts  Add at the top:\n    ${line}\n`;
const first = `Start Candor first. Add below this line:\n${start}`;
const both = top(`export { onRequestError, register } from "candor/instrumentation";`);
const onRequestError = top(`export { onRequestError } from 'candor/instrumentation';`);
const register = top(`export { register } from 'candor/instrumentation';`);
const asAsync = `Next waits for an async register. Replace this line with:\n    export async function register(): Promise<void> {`;
const inYours = 'in yours: node_modules/candor/README.md#files-that-you-already-have\n';

test.each([
  ['no export', `// Ours.\n`, '', '', both],
  ['an async register', `a;\nexport const register = async () => {\n};\n`, ':2', first],
  ['a synchronous one', `export function register(): void {\n}\n`, ':1', `Start Candor first; ${asAsync}\n${start}`],
  ['one of another form', `export function register() { a(); }\n`, ':1', `Call Candor’s register first ${inYours}`],
  ['one from elsewhere', `export { register } from './a';\n`, '', `Call Candor’s register first ${inYours}`],
  ['the other', `export const onRequestError = a;\n`, ':1', `Call Candor’s onRequestError first ${inYours}`, register],
])('an instrumentation file with %s', async (_, text, line, says, atTop = onRequestError) => {
  const sorted = (lines: string) => lines.split('\n').sort();
  const printed = atTop + (says && `instrumentation.ts${line}  ${says}`);
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

const replace = `4  This matcher keeps browser reports from reaching /monitoring. Replace it with:\n   `;
const begin = `1  Browsers report to /monitoring. If this redirects or rejects requests, begin its function with:\n   `;
const guard = `if (request.nextUrl.pathname.replace(/\\/$/, '') === '/monitoring') return;`;

test.each([
  [`[{ source: '/((?!api).*)' }]`, `${replace} [{ source: '/((?!monitoring/?$|api).*)' }]`],
  [`['/(.*)']`, `${begin} ${guard}`],
  ['routes', `${begin} ${guard}`],
])('a matcher %s is printed', async (matcher, printed) => {
  expect(await printedOf({ 'proxy.ts': matching(matcher) })).toBe(`proxy.ts:${printed}\n`);
});

test('a global-error that was the wizard’s comes first, and a DSN for browsers is named where it is', async () => {
  const changed = `Sentry.captureException(error);\nexport default () => <NextError statusCode={0} title="Ours" />;\n`;
  const dsn = 'https://key@host/1';
  const says = 'The server reads it when it starts, and browsers need none. Replace this line with:';
  const printed = await printedOf({
    'app/global-error.tsx': changed,
    '.env.production': `A=1\nNEXT_PUBLIC_SENTRY_DSN=${dsn}\n`,
    'lib/log.ts': 'send(process.env.NEXT_PUBLIC_SENTRY_DSN);\n',
  });
  expect(printed).toMatch(
    /^app\/global-error.tsx {2}.*These two lines show it, in place of NextError:\n {4}import \{ /,
  );
  expect(printed).toContain(`.env.production:2  ${says}\n    SENTRY_DSN=${dsn}\n`);
  expect(printed).toContain('lib/log.ts:1  Browsers need no DSN. Take this out.\n');
});

test('the team wraps its error page of the Pages Router by hand', async () => {
  const printed = await printedOf({ 'pages/a.tsx': '', 'pages/_error.tsx': 'export default () => null;\n' });
  expect(printed).toMatch(
    /^pages\/_error\.tsx {2}Wrap its default export, .*withFailure\(YourError\); from candor\/pages\.\n$/,
  );
});
