import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readApplication } from '../../../../candor/src/application/read-application';
import { lookAtHooks } from '../../../../candor/src/cli/doctor/look-at-hooks';
import { addedKilobytes } from '../../../../candor/src/application/hooks';
import { adopted, bare } from '../../../support/adopter';
import { eachInFolder } from '../../../support/each-in-folder';

const { folder, write, read, remove } = eachInFolder();
const findings = () => lookAtHooks(readApplication(folder())).findings;

describe('an application without Candor', () => {
  beforeEach(() => write(bare));

  test('is told what init would write, and what that costs', () => {
    expect(findings()).toEqual([
      {
        about: 'hooks',
        says: `Candor is not here yet. \`candor init\` would write 29 lines in 8 files: instrumentation.ts, instrumentation-client.ts, app/monitoring/route.ts, app/global-error.tsx, app/not-found.tsx, app/forbidden.tsx, app/unauthorized.tsx, next.config.ts. A first visit would load about ${addedKilobytes} kB more.`,
      },
    ]);
  });

  test('is told what is left for a person, with file and line', () => {
    write({
      'next.config.ts': `const config = {};\nexport default withSentryConfig(config);\n`,
    });
    expect(findings()).toContainEqual({
      about: 'hooks',
      path: 'next.config.ts',
      line: 2,
      says: expect.stringContaining('Take out withSentryConfig') as string,
    });
  });

  test('and with a configuration that has a syntax error is told its line', () => {
    write({ 'next.config.ts': `export default {\n  a: ,\n};\n` });
    expect(findings()).toContainEqual({
      about: 'hooks',
      path: 'next.config.ts',
      line: 2,
      says: expect.stringMatching(/^It cannot be read: Unexpected token/) as string,
    });
  });
});

test('the kilobytes are those that the bench has measured', () => {
  const bench = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/bench.json'), 'utf8')) as {
    measured: { pages: Record<'bare' | 'candor', Record<'bytes-at-load', number[]>> };
  };
  const { bare: without, candor } = bench.measured.pages;
  const added = candor['bytes-at-load'][0]! - without['bytes-at-load'][0]!;
  expect(Math.round(added / 1_000)).toBe(addedKilobytes);
});

describe('an application with Candor', () => {
  beforeEach(() => {
    write(bare);
    write(adopted(folder()));
  });

  test('has nothing to be told', () => {
    expect(findings()).toEqual([]);
  });

  test.each([
    ['instrumentation.ts', 'It is missing, so the server reports no failure. `candor init` writes it.'],
    [
      'app/global-error.tsx',
      'It is missing, so a failure outside of every other boundary has the screen of Next. `candor init` writes it.',
    ],
    ['app/not-found.tsx', 'It is missing, so a response with 404 has the screen of Next. `candor init` writes it.'],
    ['app/forbidden.tsx', 'It is missing, so a response with 403 has the screen of Next. `candor init` writes it.'],
  ])('is told that %s is missing', (path, says) => {
    remove(path);
    expect(findings()).toEqual([{ about: 'hooks', path, says }]);
  });

  test('is told of a hook that does not call Candor', () => {
    write({ 'instrumentation-client.ts': `console.log('ours');\n` });
    const says = 'It does not call Candor, so browsers report no failure. `candor init` writes it.';
    expect(findings()).toEqual([{ about: 'hooks', path: 'instrumentation-client.ts', line: 1, says }]);
  });

  test('is told of options of its SDK that init would carry over', () => {
    write({
      'instrumentation-client.ts': `import { init } from '@sentry/nextjs';\nexport * from 'candor/instrumentation-client';\n\ninit({ ignoreErrors: ['a'] });\n`,
    });
    expect(findings()).toEqual([
      {
        about: 'hooks',
        path: 'sentry.client.config.ts',
        says: 'It is missing, so the options of your Sentry.init do not apply to Candor’s events. `candor init` writes it.',
      },
      {
        about: 'hooks',
        path: 'instrumentation-client.ts',
        line: 4,
        says: 'Take out this init: it sends past Candor. sentry.client.config.ts takes over ignoreErrors.',
      },
    ]);
  });

  test('may have a 404 screen of its own', () => {
    write({ 'app/not-found.tsx': 'export default () => null;\n' });
    expect(findings()).toEqual([]);
  });

  test('is told that its configuration is not wrapped', () => {
    write({ 'next.config.ts': bare['next.config.ts']! });
    const says = 'It does not call withCandor, so the hooks do not work in a build. `candor init` writes it.';
    expect(findings()).toEqual([{ about: 'hooks', path: 'next.config.ts', line: 1, says }]);
  });

  test('is told to wrap its error page of the Pages Router, and not once that is done', () => {
    write({ 'pages/old.tsx': '', 'pages/_error.tsx': 'export default function Own() {}\n' });
    expect(findings()).toEqual([
      { about: 'hooks', path: 'pages/_error.tsx', says: expect.stringContaining('withFailure(YourError)') as string },
    ]);
    write({
      'pages/_error.tsx': `import { withFailure } from 'candor/pages';\nexport default withFailure(() => null);\n`,
    });
    expect(findings()).toEqual([]);
  });

  test('is told of a matcher that hides the tunnel, and not of one that lets it through', () => {
    const proxy = (pattern: string) =>
      `export function proxy() {}\n\nexport const config = { matcher: ['${pattern}'] };\n`;
    write({ 'proxy.ts': proxy('/((?!_next).*)') });
    expect(findings()).toEqual([
      {
        about: 'hooks',
        path: 'proxy.ts',
        line: 3,
        says: 'Its matcher includes /monitoring, so a redirect or a login there keeps the reports of browsers away. `candor init` writes it.',
      },
    ]);
    write({ 'proxy.ts': proxy('/((?!monitoring|_next).*)') });
    expect(findings()).toEqual([]);
  });

  test('is told of a proxy without a matcher, unless that names the tunnel itself', () => {
    write({ 'proxy.ts': `export function proxy() {}\n` });
    expect(findings()).toEqual([
      {
        about: 'hooks',
        path: 'proxy.ts',
        says: expect.stringContaining('It has no matcher') as string,
        write: `export const config = { matcher: "/((?!monitoring/?$).*)" }`,
      },
    ]);
    write({
      'proxy.ts': `export function proxy({ nextUrl }) {\n  if (nextUrl.pathname === '/monitoring') return;\n}\n`,
    });
    expect(findings()).toEqual([]);
  });

  test('with the setting `tunnel` is asked for the route of that path, unless that of /monitoring serves it', () => {
    write({ 'next.config.ts': read('next.config.ts').replace('(nextConfig)', `(nextConfig, { tunnel: '/errors' })`) });
    expect(findings()).toEqual([]);
    remove('app/monitoring/route.ts');
    expect(findings()).toEqual([expect.objectContaining({ path: 'app/errors/route.ts' })]);
    write({ 'app/errors/route.ts': `export * from 'candor/monitoring';\n` });
    expect(findings()).toEqual([]);
    write({ 'proxy.ts': `export const config = { matcher: ['/((?!monitoring|_next).*)'] };\n` });
    expect(findings()).toEqual([
      expect.objectContaining({ says: expect.stringContaining('Its matcher includes /errors,') as string }),
    ]);
  });

  test('may call withCandor in a file that its configuration imports', () => {
    const base = `import base from './base.config';\n\nexport default base;\n`;
    write({ 'base.config.ts': read('next.config.ts'), 'next.config.ts': base });
    expect(findings()).toEqual([]);
    write({ 'base.config.ts': bare['next.config.ts']! });
    expect(findings()).toEqual([expect.objectContaining({ path: 'next.config.ts' })]);
  });

  test('whose configuration comes from a package is told what was not seen, which is no finding', () => {
    write({ 'next.config.ts': `import base from '@acme/config';\n\nexport default base;\n` });
    const { findings, notes } = lookAtHooks(readApplication(folder()));
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(/^next\.config\.ts\n {2}It exports what it imports, which was not read/),
    ]);
  });

  test('is told that it has the example', () => {
    write({ 'app/candor-example/page.tsx': '' });
    const { findings, notes } = lookAtHooks(readApplication(folder()));
    expect(findings).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('Anybody can make this site fail here')]);
  });

  test('is told of a file of options that nothing loads', () => {
    write({ 'sentry.edge.config.ts': 'export {};\n' });
    expect(findings()).toEqual([
      expect.objectContaining({
        path: 'sentry.edge.config.ts',
        says: expect.stringContaining('It is not loaded') as string,
      }),
    ]);
    write({ 'sentry.edge.config.ts': `export default defineSdkOptions({});\n` });
    expect(findings()).toEqual([]);
  });

  test('is told of a file that is there twice', () => {
    write({ 'instrumentation.js': read('instrumentation.ts') });
    expect(findings()).toEqual([
      {
        about: 'hooks',
        path: 'instrumentation.js',
        says: 'Next reads instrumentation.ts, or this file, and not both. Keep one of them.',
      },
    ]);
  });

  test('is told that Candor is called twice, and where', () => {
    const config = read('next.config.ts');
    write({ 'next.config.ts': config.replace('withCandor(nextConfig)', 'withCandor(\n  withCandor(nextConfig),\n)') });
    expect(findings()).toEqual([
      expect.objectContaining({
        path: 'next.config.ts',
        line: 7,
        says: expect.stringContaining('Take out one of the two calls') as string,
      }),
    ]);
    write({ 'next.config.ts': config.replace('withCandor(nextConfig)', 'withCandor(withPolicy(nextConfig))') });
    const says = 'Take out withPolicy: withCandor has it as its setting `policy`.';
    expect(findings()).toEqual([expect.objectContaining({ says })]);
  });

  test('is told of a command that was killed', () => {
    write({ '.candor-journal.json': '{}' });
    expect(findings()).toEqual([expect.objectContaining({ path: '.candor-journal.json' })]);
  });
});

test('in src/ a hook beside src/ is the one that Next does not read', () => {
  const inSrc = Object.entries(bare).map(([path, text]) => [path.startsWith('app/') ? `src/${path}` : path, text]);
  write(Object.fromEntries(inSrc) as Record<string, string>);
  write(adopted(folder()));
  expect(findings()).toEqual([]);
  write({ 'instrumentation.ts': '' });
  expect(findings()).toEqual([
    {
      about: 'hooks',
      path: 'instrumentation.ts',
      says: 'Next reads src/instrumentation.ts, or this file, and not both. Keep one of them.',
    },
  ]);
});
