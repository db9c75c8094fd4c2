import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { journalName } from '../../../candor/src/cli/apply';
import { commit, filesIn, init, join, newApplication, put, remove, run, tree } from './trees';

const added = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((path) => !(path in before));
const screens = (app: string) => ['forbidden', 'not-found', 'unauthorized'].map((name) => `${app}${name}.tsx`);

const applications = {
  'a new application': {
    files: {},
    hooks: ['app/global-error.tsx', 'app/monitoring/route.ts', ...screens('app/')],
  },
  'one in src, with only a layout below a segment': {
    files: {
      'app/layout.tsx': undefined,
      'app/page.tsx': undefined,
      'src/app/[locale]/layout.tsx': `import '../globals.css'\n`,
    },
    in: 'src/',
    hooks: [
      'src/app/global-error.tsx',
      'src/app/global-not-found.tsx',
      'src/app/monitoring/route.ts',
      'src/app/not-found.tsx',
      ...screens('src/app/[locale]/'),
    ],
  },
  'one with two root layouts': {
    files: {
      'app/layout.tsx': undefined,
      'app/(site)/layout.tsx': `import './a.css';\n`,
      'app/(admin)/admin/layout.tsx': `import './a.css';\n`,
      'app/(site)/about/layout.tsx': `import './a.css';\n`,
    },
    hooks: [
      'app/global-error.tsx',
      'app/global-not-found.tsx',
      'app/monitoring/route.ts',
      'app/not-found.tsx',
      ...screens('app/(admin)/admin/'),
      ...screens('app/(site)/'),
    ],
  },
  'one in JavaScript, with CommonJS and a Pages Router': {
    files: {
      'tsconfig.json': undefined,
      'next.config.ts': undefined,
      'next.config.js': `/** @type {import('next').NextConfig} */\nmodule.exports = {}\n`,
      'pages/old.js': 'export default function Old() {}\n',
    },
    extension: 'js',
    hooks: [
      'app/global-error.js',
      'app/monitoring/route.js',
      ...screens('app/').map((path) => path.replace('.tsx', '.js')),
      'pages/_error.js',
    ],
  },
  'one with an empty configuration': {
    files: { 'next.config.ts': 'export default {};\n' },
    hooks: ['app/global-error.tsx', 'app/monitoring/route.ts', ...screens('app/')],
  },
  'one without a configuration': {
    files: { 'next.config.ts': undefined },
    hooks: ['app/global-error.tsx', 'app/monitoring/route.ts', ...screens('app/'), 'next.config.ts'],
  },
};

describe.each(Object.entries(applications))('%s', (_, application) => {
  const { files, hooks } = application;
  const [inner, end] = [
    'in' in application ? application.in : '',
    'extension' in application ? application.extension : 'ts',
  ];

  test('gets its hooks, and is the same again without them', async () => {
    const folder = tree(files);
    const before = filesIn(folder);
    await run(init, folder);
    const after = filesIn(folder);
    const everywhere = [`${inner}instrumentation-client.${end}`, `${inner}instrumentation.${end}`];
    expect(added(before, after).sort()).toEqual([...hooks, ...everywhere].sort());
    expect(Object.keys(before).filter((path) => !(path in after))).toEqual([]);

    expect(await run(init, folder, { allowDirty: true })).toContain('Every hook is there.');
    expect(filesIn(folder)).toEqual(after);

    commit(folder);
    put(folder, 'package.json', JSON.stringify({ dependencies: {} })); // So that there is nothing to uninstall.
    await run(remove, folder);
    expect({ ...filesIn(folder), 'package.json': '' }).toEqual({ ...before, 'package.json': '' });
  });
});

const ofTop = ['package-lock.json', '.gitignore'];
const monorepo: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.keys(newApplication).map((path) => [path, undefined])),
  ...Object.fromEntries(
    Object.entries(newApplication).map(([path, text]) => [ofTop.includes(path) ? path : `apps/web/${path}`, text]),
  ),
  'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
  'packages/ui/package.json': '{}',
  'packages/ui/button.tsx': '',
};

test('of a monorepo only the package of the application changes, and comes back', async () => {
  const folder = tree(monorepo);
  const before = filesIn(folder);
  await run(init, join(folder, 'apps/web'));
  const after = filesIn(folder);
  expect(added(before, after)).toContain('apps/web/instrumentation.ts');
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  expect(changed.filter((path) => !path.startsWith('apps/web/'))).toEqual([]);

  commit(folder);
  put(folder, 'apps/web/package.json', '{}'); // So that there is nothing to uninstall.
  await run(remove, join(folder, 'apps/web'));
  expect({ ...filesIn(folder), 'apps/web/package.json': '' }).toEqual({ ...before, 'apps/web/package.json': '' });
});

test('the packages of a monorepo that are installed above the application count', async () => {
  const folder = tree({ ...monorepo, 'node_modules/next/package.json': '{ "version": "16.1.9" }' });
  await expect(run(init, join(folder, 'apps/web'))).rejects.toThrow('This application has Next 16.1.9');
});

test('a trial shows the changes as a diff, and writes nothing', async () => {
  const folder = tree();
  const before = filesIn(folder);
  const printed = await run(init, folder, { dryRun: true });
  expect(printed).toContain(`+++ b/app/global-error.tsx`);
  expect(printed).toContain(`-export default nextConfig;\n+export default withCandor(nextConfig);`);
  expect(filesIn(folder)).toEqual(before);
});

test('it asks once where there is a terminal, and a no writes nothing', async () => {
  const folder = tree();
  const before = filesIn(folder);
  const questions: string[] = [];
  await run(init, folder, {}, (question) => Promise.resolve(questions.push(question) > 0 ? 'n' : ''));
  expect(questions).toHaveLength(1);
  expect(filesIn(folder)).toEqual(before);
});

test('files of the same name stay, and a person is told what to do with them', async () => {
  const own = {
    'app/not-found.tsx': 'export default function Own() {}\n',
    'app/monitoring/route.ts': 'export const GET = () => new Response();\n',
    'instrumentation.ts': 'export const onRequestError = () => {};\n',
    'middleware.ts': 'export default function middleware() {}\n',
    'next.config.ts': 'export const broken = ;\n',
  };
  const folder = tree(own);
  const printed = await run(init, folder);
  expect(filesIn(folder)).toMatchObject(own);
  for (const path of ['app/monitoring/route.ts', 'instrumentation.ts:1', 'middleware.ts', 'next.config.ts:1'])
    expect(printed).toContain(`${path}\n  `);
  expect(printed).toMatch(/next\.config\.ts:1\n.*Unexpected token/);
});

test('other reporters are named, with file, line and the text to write', async () => {
  const folder = tree({
    'instrumentation.ts': `import * as Sentry from '@sentry/nextjs';\n\nexport async function register() {\n  Sentry.init({ dsn: 'x', tracesSampleRate: 1, ignoreErrors: ['abort'] });\n}\n`,
    'instrumentation-client.ts': `const options = { debug: false };\nSentry.init(options); // Of @sentry/nextjs.\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n`,
    '.env': 'NEXT_PUBLIC_SENTRY_DSN=x\n',
    'next.config.ts': `export default withSentryConfig({});\n`,
  });
  const printed = await run(init, folder);
  expect(printed).toContain(
    `instrumentation.ts:4\n  Take out this init: it sends past Candor. Candor has nothing for tracesSampleRate. sentry.server.config.ts takes over ignoreErrors.\n`,
  );
  expect(printed).toContain(
    `instrumentation-client.ts:2\n  Take out this init: it sends past Candor. Candor has nothing for debug.`,
  );
  expect(printed).toContain(`instrumentation-client.ts:3\n  Take this out: it is for the tracing of the SDK`);
  expect(printed).toContain(`.env:1\n  Name it SENTRY_DSN`);
  expect(printed).toContain(`next.config.ts:1\n  Take out withSentryConfig`);
});

/** A start of the SDK in the browser, with these lines around its options. */
const clientInit = (options: string, above = '') =>
  `import * as Sentry from '@sentry/nextjs';\n${above}\nSentry.init({\n  dsn: 'x',\n${options}});\n`;

describe('options of a Sentry.init', () => {
  const movable = `  ignoreErrors: ['abort', /^Resize/i],\n  beforeSend(event) {\n    delete event.request?.cookies;\n    return event;\n  },\n`;
  const at = 'sentry.client.config.ts';

  test('are carried into a file of its own, which remove takes out', async () => {
    const folder = tree({ 'instrumentation-client.ts': clientInit(movable) });
    const before = filesIn(folder);
    await run(init, folder);
    const after = filesIn(folder);
    expect(after[at]).toMatch(/^\/\/ Of the Sentry\.init in instrumentation-client\.ts\. .* \w{8}\n/);
    expect(after[at]!.replace(/^.*\n/, '')).toBe(
      `import type { init } from "@sentry/nextjs";\nimport { defineSdkOptions } from "candor";\n\nexport default defineSdkOptions({\n${movable}} satisfies Parameters<typeof init>[0]);\n`,
    );

    const again = await run(init, folder, { allowDirty: true });
    expect(again).toContain('Every hook is there.');
    expect(again).toContain(`${at} takes over ignoreErrors, beforeSend.`);
    expect(filesIn(folder)).toEqual(after);

    put(folder, at, after[at]!.replaceAll("'", '"').replaceAll(';', '').replaceAll('\n', '\r\n')); // By a formatter.
    commit(folder);
    put(folder, 'package.json', '{}');
    await run(remove, folder);
    expect({ ...filesIn(folder), 'package.json': '' }).toEqual({ ...before, 'package.json': '' });
  });

  test('stay carried when a person has taken out the init, and remove leaves what a person changed', async () => {
    const folder = tree({ 'instrumentation-client.ts': clientInit(`  release: 'shop@1.2.3',\n`) });
    await run(init, folder);
    put(folder, 'instrumentation-client.ts', `export * from 'candor/instrumentation-client';\n`);
    const { [at]: text = '' } = filesIn(folder);
    expect(await run(init, folder, { allowDirty: true })).not.toContain('Sentry.init');
    expect(filesIn(folder)[at]).toBe(text);

    put(folder, at, text.replace('1.2.3', '1.2.4'));
    commit(folder);
    expect(await run(remove, folder)).toContain(`${at}:2\n  It imports Candor, and is yours.`);
    expect(filesIn(folder)[at]).toContain('1.2.4');
  });

  test('that need their file are printed, and the others carried', async () => {
    const needing = `  beforeSend: (event) => scrub(event),\n`;
    const folder = tree({
      'instrumentation-client.ts': clientInit(
        `  ignoreErrors: ['abort'],\n${needing}`,
        `import { scrub } from './scrub';\n`,
      ),
    });
    const printed = await run(init, folder);
    expect(filesIn(folder)[at]).toContain("ignoreErrors: ['abort'],\n});\n");
    expect(printed).toContain(
      `instrumentation-client.ts:4\n  Take out this init: it sends past Candor. ${at} takes over ignoreErrors. Put this into ${at}, with what it needs of this file:\n    ${needing}`,
    );
  });

  test('are printed where the file that Candor reads has other content, which stays', async () => {
    const own = `import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ ignoreErrors: ['abort'] });\n`;
    const folder = tree({ 'sentry.server.config.ts': own });
    const printed = await run(init, folder);
    expect(filesIn(folder)['sentry.server.config.ts']).toBe(own);
    expect(printed).toContain(
      `sentry.server.config.ts:3\n  Take out this init: it sends past Candor. Put the rest into sentry.server.config.ts:\n    import { defineSdkOptions } from "candor";`,
    );
  });

  test('are printed where two starts in one file have other options', async () => {
    const start = (option: string) => `  Sentry.init({ ${option} });\n`;
    const register = `import * as Sentry from '@sentry/nextjs';\n\nexport async function register() {\n${start(`release: 'a'`)}${start(`release: 'b'`)}}\n`;
    const folder = tree({ 'instrumentation.ts': register });
    const printed = await run(init, folder);
    expect(filesIn(folder)).not.toHaveProperty(['sentry.server.config.ts']);
    for (const release of ['a', 'b']) expect(printed).toContain(`      release: '${release}',\n`);
  });

  test('are in JavaScript where their file is', async () => {
    const folder = tree({ 'tsconfig.json': undefined, 'instrumentation-client.js': clientInit(movable) });
    await run(init, folder);
    expect(filesIn(folder)['sentry.client.config.js']).toContain(`defineSdkOptions({\n${movable}});\n`);
  });
});

describe('it refuses, and writes nothing', () => {
  const cases: Record<
    string,
    { files?: Record<string, string | undefined>; prepare?: (folder: string) => void; says: string }
  > = {
    'a tree that is not committed': {
      prepare: (folder) => put(folder, 'app/page.tsx', 'changed'),
      says: 'Commit or stash first',
    },
    'a folder without an application': {
      files: { 'app/layout.tsx': undefined, 'app/page.tsx': undefined },
      says: 'There is no application',
    },
    'the top of several packages': {
      files: {
        'app/layout.tsx': undefined,
        'app/page.tsx': undefined,
        'apps/web/package.json': '{ "dependencies": { "next": "16.4.5" } }',
        'apps/web/src/app/page.tsx': '',
        'apps/docs/package.json': '{ "dependencies": { "next": "16.4.5" } }',
        'apps/docs/app/page.tsx': '',
        'packages/ui/package.json': '{}',
        'packages/ui/app/button.tsx': '',
        'node_modules/example/package.json': '{ "dependencies": { "next": "16.4.5" } }',
        'node_modules/example/app/page.tsx': '',
      },
      says: 'is not an application itself. Put the folder of one after the command: apps/docs, or apps/web',
    },
    'a package.json that is not JSON': { files: { 'package.json': '{' }, says: 'package.json is not JSON' },
    'an application without the package': {
      files: { 'package.json': '{}' },
      says: 'Run `npm install candor` there first',
    },
    'another major version of the SDK': {
      files: { 'package.json': JSON.stringify({ dependencies: { candor: '0.1.0', '@sentry/nextjs': '^10.2.0' } }) },
      says: 'Candor needs 11.1 or newer',
    },
    'a Next that is too old': {
      files: { 'package.json': JSON.stringify({ dependencies: { candor: '0.1.0', next: '15.4.0-canary.47' } }) },
      says: 'Candor needs 16.2 or newer',
    },
    'a Next that is installed, and too old': {
      files: { 'node_modules/next/package.json': '{ "version": "16.1.9" }' },
      says: 'This application has Next 16.1.9',
    },
    'Plug’n’Play': { files: { '.pnp.cjs': '' }, says: 'nodeLinker: node-modules' },
    'a folder that leads out of the application': {
      files: { 'app/layout.tsx': undefined, 'app/page.tsx': undefined },
      prepare(folder) {
        const elsewhere = tree();
        symlinkSync(join(elsewhere, 'app'), join(folder, 'app'));
        commit(folder);
      },
      says: 'leads out of this folder',
    },
    'a link to a file outside of the application': {
      prepare(folder) {
        const elsewhere = join(tree({ 'elsewhere.ts': newApplication['next.config.ts'] }), 'elsewhere.ts');
        rmSync(join(folder, 'next.config.ts'));
        symlinkSync(elsewhere, join(folder, 'next.config.ts'));
        commit(folder);
      },
      says: 'next.config.ts leads out of this folder',
    },
    'a link that leads nowhere in the place of a hook': {
      prepare(folder) {
        symlinkSync('/tmp/no-such-folder/a.tsx', join(folder, 'app/global-error.tsx'));
        commit(folder);
      },
      says: 'app/global-error.tsx is a link that leads nowhere',
    },
    'a folder in the place of next.config': {
      files: { 'next.config.ts': undefined, 'next.config.ts/a.ts': '' },
      says: 'next.config.ts is a folder. Rename it first',
    },
    'a file in the place of app': {
      files: { 'app/layout.tsx': undefined, 'app/page.tsx': undefined, app: '' },
      says: 'There is no application',
    },
    'an empty package.json': { files: { 'package.json': '' }, says: 'package.json is not JSON: Unexpected end' },
    'a package.json of another form': { files: { 'package.json': 'null' }, says: 'package.json is not an object' },
    'no package.json': { files: { 'package.json': undefined }, says: 'no package.json' },
    'a second one at the same time': {
      // The process of these tests' parent runs, too.
      prepare: (folder) =>
        writeFileSync(join(folder, journalName), JSON.stringify({ process: process.ppid, changes: [] })),
      says: 'Another command of Candor is writing here',
    },
  };
  test.each(Object.entries(cases))('%s', async (_, { files, prepare, says }) => {
    const folder = tree(files);
    prepare?.(folder);
    const before = filesIn(folder);
    await expect(run(init, folder)).rejects.toThrow(says);
    expect(filesIn(folder)).toEqual(before);
  });
});

test('what a command wrote that was killed is undone by the next one, except for what somebody changed since', async () => {
  const folder = tree();
  const before = filesIn(folder);
  put(folder, 'app/global-error.tsx', '"use cl'); // It was cut.
  put(folder, 'app/not-found.tsx', 'changed since');
  const changes = [
    { path: 'app/global-error.tsx', after: '"use client";\n' },
    { path: 'app/not-found.tsx', after: 'export {};\n' },
    { path: 'next.config.ts', before: newApplication['next.config.ts'], after: 'export default {};\n' },
    { path: 'app/forbidden.tsx', after: 'export {};\n' },
  ];
  put(folder, 'next.config.ts', 'export default {};\n');
  put(folder, journalName, JSON.stringify({ process: 2 ** 22, changes }));
  const killed = filesIn(folder);
  await expect(run(init, folder, { dryRun: true })).rejects.toThrow('Run this without --dry-run');
  expect(filesIn(folder)).toEqual(killed);
  const printed = await run(init, folder, { allowDirty: true }, () => Promise.resolve('n'));
  expect(printed).toContain('An earlier command did not finish');
  expect(printed).toContain('app/not-found.tsx was changed since');
  expect(filesIn(folder)).toEqual({ ...before, 'app/not-found.tsx': 'changed since' });
});

test.each([
  ['a file where a folder is to be', 'app/monitoring', 'app/monitoring'],
  ['a folder where a file is to be', 'instrumentation-client.ts/in-the-way', 'instrumentation-client.ts is a folder'],
])('%s: nothing is written', async (_, path, says) => {
  const folder = tree({ [path]: 'own' });
  const before = filesIn(folder);
  await expect(run(init, folder)).rejects.toThrow(says);
  expect(filesIn(folder)).toEqual(before);
});

test('lines of Windows and byte order marks stay in each file that is changed, and a removal gives the same bytes', async () => {
  const windows = (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const own = {
    'next.config.ts': windows(newApplication['next.config.ts']),
    'instrumentation.ts': windows(`import 'server-only';\n\nexport async function register() {\n  start();\n}\n`),
    'instrumentation-client.ts': windows(`performance.mark('start');\n`),
    'proxy.ts': windows(`export const config = { matcher: ['/((?!_next).*)'] };\n`),
    'package.json': windows(newApplication['package.json']),
  };
  const folder = tree(own);
  await run(init, folder);
  const after = filesIn(folder);
  for (const path of Object.keys(own)) expect(after[path]).not.toMatch(/[^\r]\n/);
  expect(after['next.config.ts']).toMatch(/^\uFEFFimport \{ withCandor \}/);
  put(folder, 'package.json', '{}');
  commit(folder);
  await run(remove, folder);
  expect(filesIn(folder)).toMatchObject({ ...own, 'package.json': '{}' });
});

test('a file that is not UTF-8 stays as it is, and is named', async () => {
  const folder = tree();
  const latin = Buffer.from(`// Gr\u00fc\u00dfe\n${newApplication['next.config.ts']}`, 'latin1');
  writeFileSync(join(folder, 'next.config.ts'), latin);
  commit(folder);
  expect(await run(init, folder)).toContain('next.config.ts\n  It is not UTF-8');
  expect(readFileSync(join(folder, 'next.config.ts'))).toEqual(latin);
});

test('with the setting `tunnel` beside a route of its own, the application gets the route of that path', async () => {
  const own = { 'app/monitoring/route.ts': 'export const GET = () => new Response();\n' };
  const proxy = `export const config = { matcher: ['/((?!_next).*)'] };\n`;
  const config = `import { withCandor } from 'candor/config';\n\nexport default withCandor({}, { tunnel: '/errors/in' });\n`;
  const folder = tree({ ...own, 'proxy.ts': proxy, 'next.config.ts': config });
  const printed = await run(init, folder);
  expect(filesIn(folder)).toMatchObject({
    ...own,
    'app/errors/in/route.ts': `export * from 'candor/monitoring';\n`,
    'proxy.ts': proxy.replace('(?!', '(?!errors/in/?$|'),
  });
  expect(printed).not.toContain('app/monitoring/route');
});

test('the route of /monitoring serves a tunnel that was moved later', async () => {
  const folder = tree();
  await run(init, folder);
  put(
    folder,
    'next.config.ts',
    filesIn(folder)['next.config.ts']!.replace('(nextConfig)', `(nextConfig, { tunnel: "/errors" })`),
  );
  commit(folder);
  expect(await run(init, folder)).toContain('Every hook is there.');
});

test('remove names every other file that would not build without the package, and keeps it', async () => {
  const folder = tree({
    'lib/a.ts': `import { report } from 'candor';\n`,
    'lib/b.ts': `\nconst { report } = await import("candor");\n`,
    'lib/c.ts': `const product = 'candor';\n`,
  });
  await run(init, folder);
  commit(folder);
  const printed = await run(remove, folder);
  expect(printed).toContain('lib/a.ts:1\n  It imports Candor');
  expect(printed).toContain('lib/b.ts:2\n  It imports Candor');
  expect(printed).not.toContain('lib/c.ts');
  expect(printed).toContain('Candor stays installed');
});

test('remove keeps what a person changed since, and names it', async () => {
  const folder = tree();
  await run(init, folder);
  const edited = `import { ExpectedScreen } from "candor/screens";\nexport default () => <ExpectedScreen status={404} />;\n`;
  put(folder, 'app/not-found.tsx', edited);
  put(
    folder,
    'next.config.ts',
    filesIn(folder)['next.config.ts']!.replace('(nextConfig)', '(nextConfig, { siteName: "Shop" })'),
  );
  commit(folder);
  const printed = await run(remove, folder);
  expect(printed).toContain('app/not-found.tsx\n  It was changed since, so it stays.');
  expect(printed).toContain('next.config.ts\n  withCandor has settings: { siteName: "Shop" }.');
  expect(filesIn(folder)['app/not-found.tsx']).toBe(edited);
  expect(filesIn(folder)).not.toHaveProperty('app/global-error.tsx');
  expect(printed).toContain('Candor stays installed');
});

test('remove names the other files that import Candor, which stays installed for them', async () => {
  const folder = tree();
  await run(init, folder);
  put(folder, 'lib/orders.ts', `import { report } from "candor";\nexport const onFailure = report;\n`);
  put(folder, 'lib/names.ts', `export const names = ["candor"];\n`);
  commit(folder);
  const printed = await run(remove, folder);
  expect(printed).toContain('lib/orders.ts:1\n  It imports Candor');
  expect(printed).not.toContain('lib/names.ts');
  expect(printed).toContain('Candor stays installed');
});

test('remove keeps events that were not sent, and names their folder', async () => {
  const folder = tree();
  await run(init, folder);
  put(folder, '.outbox/event', 'an envelope');
  commit(folder);
  put(folder, 'package.json', '{}');
  expect(await run(remove, folder, { allowDirty: true })).toContain('.outbox/\n  Events that were not sent are here.');
  expect(filesIn(folder)).toHaveProperty(['.outbox/event']);
});

test('remove takes out the folder of an outbox without events, and the line for it that an older init wrote', async () => {
  const folder = tree();
  const before = filesIn(folder);
  await run(init, folder);
  put(folder, '.gitignore', `${before['.gitignore']}.outbox/\n`);
  put(folder, '.outbox/.gitignore', '*\n');
  commit(folder);
  put(folder, 'package.json', '{}');
  expect(await run(remove, folder)).not.toContain('Events that were not sent');
  expect(filesIn(folder)).toEqual({ ...before, 'package.json': '{}' });
  expect(existsSync(join(folder, '.outbox'))).toBe(false);
});

test('remove knows what it wrote after a formatter', async () => {
  const folder = tree();
  await run(init, folder);
  const text = filesIn(folder)['app/global-error.tsx']!;
  put(folder, 'app/global-error.tsx', text.replaceAll('"', "'").replaceAll(';', '').replaceAll('\n', '\r\n'));
  commit(folder);
  put(folder, 'package.json', '{}');
  await run(remove, folder);
  expect(filesIn(folder)).not.toHaveProperty('app/global-error.tsx');
});

test('remove leaves no types of its routes from the development server, which a build would check', async () => {
  const folder = tree();
  await run(init, folder);
  commit(folder);
  put(folder, 'package.json', '{}');
  put(folder, '.next/dev/types/validator.ts', `import('../../../app/monitoring/route.js');\n`);
  await run(remove, folder, { dryRun: true });
  expect(filesIn(folder)).toHaveProperty(['.next/dev/types/validator.ts']);
  await run(remove, folder);
  expect(filesIn(folder)).not.toHaveProperty(['.next/dev/types/validator.ts']);
});

test('a proxy that begins as init says is let be', async () => {
  const proxy = (line: string) =>
    `export function proxy(request) {\n${line}}\n\nexport const config = { matcher: '/:path*' };\n`;
  const folder = tree({ 'proxy.ts': proxy('') });
  const said = await run(init, folder, { yes: true });
  const [, line = ''] = /^proxy\.ts:4\n.*\n {4}(.*)\n/m.exec(said) ?? [];
  expect(line).toContain('return;');
  put(folder, 'proxy.ts', proxy(`  ${line}\n`));
  expect(await run(init, folder, { yes: true, allowDirty: true })).not.toContain('proxy.ts');
});
