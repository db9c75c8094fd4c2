import { expect, test } from 'vitest';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

const page = { 'app/page.tsx': '', 'package.json': '{}', 'tsconfig.json': '{}' };
const start = `export { onRequestError, register } from 'candor/instrumentation';`;
const inBrowsers = `export * from 'candor/instrumentation-client';`;
const tunnel = `export * from 'candor/monitoring';`;
const hooks = {
  'instrumentation.ts': start,
  'instrumentation-client.ts': inBrowsers,
  'app/monitoring/route.ts': tunnel,
};
const all = { ...page, ...hooks };
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [/json$/.test(path) ? path : `src/${path}`, text]));

const line = (text: string) => `Run \`npx candor init\`, or add this line to it: ${text}`;
const errorPage = `export { ErrorPage as default } from 'candor/pages';`;
const old = { ...all, 'pages/a.tsx': '' };
const noReference = 'so failures in the Pages Router have no reference.';
const wrap = 'Wrap its default export, so that it has a reference to show: export default withFailure(YourError);';
const wrapped = `import { withFailure } from 'candor/pages';\nexport default withFailure(() => null);`;
const init = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
const leftInit = { 'instrumentation-client.ts': `${inBrowsers}\n${init}`, 'sentry.server.config.ts': init };
const metrics = `import { init } from './metrics';\ninit();\n${start}`;
const options = 'Make its default export the options of that runtime: export default defineSdkOptions({ … });';

test.each<[what: string, files: Record<string, string>, ...problems: string[]]>([
  ['all hooks', all],
  ['all hooks in src/', inSrc(all)],
  ['an API of the Pages Router, and no pages', { ...all, 'pages/api/a.ts': '' }],
  ['no sources, where only the build was copied', {}],
  ['its own error page, wrapped', { ...old, 'pages/_error.tsx': wrapped }],
  ['that of Candor', { ...old, 'pages/_error.tsx': errorPage }],
  ['an init of something else', { ...all, 'instrumentation.ts': metrics }],
  ['a package.json that cannot be read', { ...page, 'package.json': '{' }],
  [
    'a hook that does not call Candor',
    { ...all, 'instrumentation.ts': `export const register = () => import('./sentry.server.config');\n` },
    `instrumentation.ts: It does not call Candor, so the server reports no failure. ${line(start)}`,
  ],
  [
    'hooks that are missing in src/',
    inSrc({ ...page, 'instrumentation.ts': start }),
    `src/instrumentation-client.ts: It is missing, so browsers report no failure. ${line(inBrowsers)}`,
    `src/app/monitoring/route.ts: It is missing, so browsers have nowhere to report to. ${line(tunnel)}`,
  ],
  ['no error page', old, `pages/_error.tsx: It is missing, ${noReference} ${line(errorPage)}`],
  [
    'its own error page',
    { ...old, 'pages/_error.tsx': 'export default () => null;' },
    `pages/_error.tsx: It does not call Candor, ${noReference} ${wrap} from candor/pages.`,
  ],
  [
    'each Sentry.init that is left',
    { ...all, ...leftInit },
    'instrumentation-client.ts: Take out this init: it sends past Candor.',
    'sentry.server.config.ts: Take out this init: it sends past Candor.',
  ],
  [
    'a file of options that has none',
    { ...all, 'sentry.edge.config.ts': 'export {};' },
    `sentry.edge.config.ts: It is not loaded. ${options}`,
  ],
])('of an application with %s it names what does not hold, and nothing else', (_, files, ...problems) => {
  write(files);
  expect(checkHooks(folder())).toEqual(problems);
});
