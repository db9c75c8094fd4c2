import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { warnOfApplication } from '../../../candor/src/build/check-application';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { checkVersions } from '../../../candor/src/build/check-versions';
import { patches, tested } from '../../../candor/src/internals/patches';
import { eachInFolder } from '../../support/each-in-folder';
import { takeConsole } from '../../support/quiet-console';
import { read, root } from '../docs/files';

const { folder, write } = eachInFolder();

const start = `export { onRequestError, register } from 'candor/instrumentation';`;
const inBrowsers = `export * from 'candor/instrumentation-client';`;
const tunnel = `export * from 'candor/monitoring';`;
const page = { 'app/page.tsx': '', 'package.json': '{}', 'tsconfig.json': '{}' };
const hooks = { 'instrumentation-client.ts': inBrowsers, 'app/monitoring/route.ts': tunnel };
const all = { ...page, ...hooks, 'instrumentation.ts': start };
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [/json$/.test(path) ? path : `src/${path}`, text]));

const add = (text: string) => `Run \`npx candor init\`, or add this line to it: ${text}`;
const errorPage = `export { ErrorPage as default } from 'candor/pages';`;
const pagesRouter = { ...all, 'pages/a.tsx': '' };
const noReference = 'so failures in the Pages Router have no reference.';
const wrap = 'Wrap its default export, so that it has a reference to show: export default withFailure(YourError);';
const wrapped = `import { withFailure } from 'candor/pages';\nexport default withFailure(() => null);`;
const init = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
const leftInit = { 'instrumentation-client.ts': `${inBrowsers}\n${init}`, 'sentry.server.config.ts': init };
const past = 'Take out this init: it bypasses Candor.';
const options = 'Make its default export the options of that runtime: export default defineSdkOptions({ … });';

test.each<[what: string, files: Record<string, string>, ...problems: string[]]>([
  ['all hooks', all],
  ['all hooks in src/', inSrc(all)],
  ['an API of the Pages Router, and no pages', { ...all, 'pages/api/a.ts': '' }],
  ['no sources, where only the build was copied', {}],
  ['its own error page, wrapped', { ...pagesRouter, 'pages/_error.tsx': wrapped }],
  ['the error page of Candor', { ...pagesRouter, 'pages/_error.tsx': errorPage }],
  ['an init of something else', { ...all, 'instrumentation.ts': `import { init } from './a';\ninit();\n${start}` }],
  ['a package.json that cannot be read', { ...page, 'package.json': '{' }],
  [
    'hooks in src/ that are missing, or do not call Candor',
    inSrc({ ...page, 'instrumentation.ts': `export const register = () => import('./sentry.server.config');\n` }),
    `src/instrumentation.ts: It does not call Candor, so the server reports no failure. ${add(start)}`,
    `src/instrumentation-client.ts: It is missing, so browsers report no failure. ${add(inBrowsers)}`,
    `src/app/monitoring/route.ts: It is missing, so browsers have nowhere to report to. ${add(tunnel)}`,
  ],
  ['no error page', pagesRouter, `pages/_error.tsx: It is missing, ${noReference} ${add(errorPage)}`],
  [
    'its own error page',
    { ...pagesRouter, 'pages/_error.tsx': 'export default () => null;' },
    `pages/_error.tsx: It does not call Candor, ${noReference} ${wrap} from candor/pages.`,
  ],
  [
    'each Sentry.init that is left, and a file of options that has none',
    { ...all, ...leftInit, 'sentry.edge.config.ts': 'export {};' },
    `sentry.edge.config.ts: It is not loaded. ${options}`,
    ...[`instrumentation-client.ts: ${past}`, `sentry.server.config.ts: ${past}`],
  ],
])('of an application with %s a build names the problems, and nothing else', (_, files, ...problems) => {
  write(files);
  expect(checkHooks(folder())).toEqual(problems);
});

const [[oldest, newest], [oldestSdk, newestSdk]] = [tested.next, tested['@sentry/core']];
const fits = { next: `${newest}.0`, react: `${tested.react[1]}.0`, node: `${tested.node[0]}.0` };
const check = (others: Record<string, string> = {}) => {
  const versions = new Map(Object.entries({ ...fits, '@sentry/core': `${newestSdk}.7`, ...others }));
  return checkVersions((name) => versions.get(name));
};

test('there is nothing to say of the oldest and the newest Next and SDK', () => {
  const borders: Record<string, string>[] = [{ next: `${oldest}.0` }, { next: `${newest}.99` }];
  for (const others of [...borders, { '@sentry/core': `${oldestSdk}.0` }]) expect(check(others)).toEqual([]);
  expect(read('docs/adopting.md')).toContain(`Next ${oldest} to ${newest}`);
});

test.each([
  ...['15.9.9', '16.1.9', '16.10.0', '17.0.0-canary.1'].map((version) => ['next', version] as const),
  ['@sentry/core', '99.0.0'] as const,
])('a build says that %s %s is out of the range, and names the patches that hold on to it', (name, version) => {
  const held = patches.filter(({ range }) => range.some((part) => part === name)).map((patch) => patch.name);
  expect(check({ [name]: version })).toEqual([
    `${name} ${version} is not among the versions that Candor was tested with, ${tested[name].join(' to ')}. Unproven patches: ${held.join(', ')}. GET /monitoring shows which are in effect.`,
  ]);
});

test('where packages are not found because the folder is another one, a build says so', () => {
  expect(() => warnOfApplication(folder(), {}, {})).toThrow('Cannot find module');
  const says: unknown = expect.stringContaining(`Candor: ${folder()} is not the folder of an application`);
  expect(takeConsole('warn')).toEqual([says]);
});

test('the build of a static export says that no server receives its events', () => {
  write({ 'app/page.tsx': '' });
  symlinkSync(join(root, 'node_modules'), folder('node_modules'));
  warnOfApplication(folder(), { output: 'export' }, { tunnel: '/errors' });
  const says = /^Candor: with .* there is no server\. Delete the route of \/errors,/;
  expect(takeConsole('warn')).toEqual([expect.stringMatching(says)]);
});
