import { expect, test } from 'vitest';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

function problemsWith(files: Record<string, string>): string[] {
  write(files);
  return checkHooks(folder());
}

const page = { 'app/page.tsx': '' };
const hooks = {
  'instrumentation.ts': `export { onRequestError, register } from 'candor/instrumentation';\n`,
  'instrumentation-client.ts': `export * from 'candor/instrumentation-client';\n`,
  'app/monitoring/route.ts': `export * from 'candor/monitoring';\n`,
};
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, text]));

test.each([
  ['all hooks', { ...page, ...hooks }],
  ['all hooks in src/', inSrc({ ...page, ...hooks })],
  ['an API of the Pages Router, and no pages', { ...page, ...hooks, 'pages/api/a.ts': '' }],
  ['no sources, where only the build was copied', {}],
])('there is nothing to say of an application with %s', (_, files) => {
  expect(problemsWith(files)).toEqual([]);
});

test('it names a hook that does not call Candor, with the line that does', () => {
  const instrumentation = `export const register = () => import('./sentry.server.config');\n`;
  expect(problemsWith({ ...page, ...hooks, 'instrumentation.ts': instrumentation })).toEqual([
    "instrumentation does not call Candor, so not every failure is reported. Add this line to it: export { onRequestError, register } from 'candor/instrumentation';",
  ]);
});

test('it names hooks that are missing where the application is in src/', () => {
  expect(problemsWith(inSrc({ ...page, 'instrumentation.ts': hooks['instrumentation.ts'] }))).toEqual([
    "src/instrumentation-client does not call Candor, so not every failure is reported. Add this line to it: export * from 'candor/instrumentation-client';",
    "src/app/monitoring/route does not call Candor, so not every failure is reported. Add this line to it: export * from 'candor/monitoring';",
  ]);
});

test('it names the error page of the Pages Router where that has pages', () => {
  const error = 'pages/_error.tsx';
  expect(problemsWith({ ...page, ...hooks, 'pages/a.tsx': '' })).toEqual([
    "pages/_error does not call Candor, so not every failure is reported. Add this line to it: export { ErrorPage as default } from 'candor/pages';",
  ]);
  expect(problemsWith({ [error]: `export { ErrorPage as default } from 'candor/pages';` })).toEqual([]);
});

test('it names each Sentry.init that is left', () => {
  const ofTeam = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
  const client = { 'instrumentation-client.ts': `${hooks['instrumentation-client.ts']}${ofTeam}` };
  expect(problemsWith({ ...page, ...hooks, 'sentry.server.config.ts': ofTeam, ...client })).toEqual([
    'instrumentation-client calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.',
    'sentry.server.config calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.',
  ]);
});

test('it names a file of options that has none', () => {
  expect(problemsWith({ ...page, ...hooks, 'sentry.edge.config.ts': 'export {};' })).toEqual([
    'sentry.edge.config is not loaded. Make its default export the options of that runtime: export default defineSdkOptions({ … });',
  ]);
});
