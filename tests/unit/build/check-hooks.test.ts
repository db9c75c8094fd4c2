import { expect, test } from 'vitest';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

function problemsWith(files: Record<string, string>): string[] {
  write(files);
  return checkHooks(folder());
}

const page = { 'app/page.tsx': '', 'package.json': '{}', 'tsconfig.json': '{}' };
const hooks = {
  'instrumentation.ts': `export { onRequestError, register } from 'candor/instrumentation';\n`,
  'instrumentation-client.ts': `export * from 'candor/instrumentation-client';\n`,
  'app/monitoring/route.ts': `export * from 'candor/monitoring';\n`,
};
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.endsWith('.json') ? path : `src/${path}`, text]),
  );

test.each([
  ['all hooks', { ...page, ...hooks }],
  ['all hooks in src/', inSrc({ ...page, ...hooks })],
  ['an API of the Pages Router, and no pages', { ...page, ...hooks, 'pages/api/a.ts': '' }],
  ['no sources, where only the build was copied', {}],
])('there is nothing to say of an application with %s', (_, files) => {
  expect(problemsWith(files)).toEqual([]);
});

const line = (text: string) => `Run \`npx candor init\`, or add this line to it: ${text}`;
const register = "export { onRequestError, register } from 'candor/instrumentation';";

test('it names a hook that does not call Candor, with the line that does', () => {
  const instrumentation = `export const register = () => import('./sentry.server.config');\n`;
  expect(problemsWith({ ...page, ...hooks, 'instrumentation.ts': instrumentation })).toEqual([
    `instrumentation.ts: It does not call Candor, so the server reports no failure. ${line(register)}`,
  ]);
});

test('it names hooks that are missing where the application is in src/', () => {
  expect(problemsWith(inSrc({ ...page, 'instrumentation.ts': hooks['instrumentation.ts'] }))).toEqual([
    `src/instrumentation-client.ts: It is missing, so browsers report no failure. ${line("export * from 'candor/instrumentation-client';")}`,
    `src/app/monitoring/route.ts: It is missing, so browsers have nowhere to report to. ${line("export * from 'candor/monitoring';")}`,
  ]);
});

test('it names the error page of the Pages Router where that has pages', () => {
  const error = 'pages/_error.tsx';
  expect(problemsWith({ ...page, ...hooks, 'pages/a.tsx': '' })).toEqual([
    `pages/_error.tsx: It is missing, so failures in the Pages Router have no reference. ${line("export { ErrorPage as default } from 'candor/pages';")}`,
  ]);
  expect(problemsWith({ [error]: `export { ErrorPage as default } from 'candor/pages';` })).toEqual([]);
});

test('a team’s own error page is to be wrapped', () => {
  const files = { ...page, ...hooks, 'pages/a.tsx': '' };
  expect(problemsWith({ ...files, 'pages/_error.tsx': 'export default () => null;' })).toEqual([
    'pages/_error.tsx: It does not call Candor, so failures in the Pages Router have no reference. Wrap its default export, so that it has a reference to show: export default withFailure(YourError); from candor/pages.',
  ]);
  const wrapped = `import { withFailure } from 'candor/pages';\nexport default withFailure(() => null);`;
  expect(problemsWith({ 'pages/_error.tsx': wrapped })).toEqual([]);
});

test('it names each Sentry.init that is left', () => {
  const ofTeam = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
  const client = { 'instrumentation-client.ts': `${hooks['instrumentation-client.ts']}${ofTeam}` };
  expect(problemsWith({ ...page, ...hooks, 'sentry.server.config.ts': ofTeam, ...client })).toEqual([
    'instrumentation-client.ts: Take out this init: it sends past Candor.',
    'sentry.server.config.ts: Take out this init: it sends past Candor.',
  ]);
});

test('an init of something else stays', () => {
  const other = `import { init } from './metrics';\ninit();\n${hooks['instrumentation.ts']}`;
  expect(problemsWith({ ...page, ...hooks, 'instrumentation.ts': other })).toEqual([]);
});

test('it names a file of options that has none', () => {
  expect(problemsWith({ ...page, ...hooks, 'sentry.edge.config.ts': 'export {};' })).toEqual([
    'sentry.edge.config.ts: It is not loaded. Make its default export the options of that runtime: export default defineSdkOptions({ … });',
  ]);
});

test('a build goes on whose package.json cannot be read', () => {
  expect(problemsWith({ ...page, 'package.json': '{' })).toEqual([]);
});
