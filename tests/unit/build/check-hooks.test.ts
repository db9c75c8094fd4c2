import { expect, test } from 'vitest';
import { checkHooks } from '../../../candor/src/build/check-hooks';
import { eachInFolder } from '../../support/each-in-folder';

const { folder, write } = eachInFolder();

function problemsWith(files: Record<string, string>): string[] {
  write(files);
  return checkHooks(folder());
}

const page = { 'app/page.tsx': '', 'candor/src/shared/report.ts': '' };
const hooks = {
  'instrumentation.ts': `export { onRequestError, register } from '../../../candor/src/instrumentation';\n`,
  'instrumentation-client.ts': `export * from '../../../candor/src/instrumentation-client';\n`,
  'app/monitoring/route.ts': `export { GET, POST } from '../../../candor/src/server/monitoring';\n`,
  'pages/_error.tsx': `export { LastResort as default } from '../../../candor/src/screens/last-resort';\n`,
};
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, text]));

test.each([
  ['all hooks', { ...page, ...hooks }],
  ['all hooks in src/', inSrc({ ...page, ...hooks })],
  ['no sources, where only the build was copied', {}],
])('there is nothing to say of an application with %s', (_, files) => {
  expect(problemsWith(files)).toEqual([]);
});

test('it names the hooks that are missing, and the script that says what to add', () => {
  const instrumentation = `export const register = () => import('./sentry.server.config');\n`;
  expect(problemsWith({ ...page, ...hooks, 'instrumentation.ts': instrumentation })).toEqual([
    'instrumentation does not call Candor, so failures are not reported. "node candor/add-hooks.mjs" adds it, or says the line to add.',
  ]);
});

test('it names the script where it lies in src/', () => {
  expect(problemsWith(inSrc({ ...page, 'instrumentation.ts': hooks['instrumentation.ts'] }))).toEqual([
    'instrumentation-client, app/monitoring/route, pages/_error do not call Candor, so failures are not reported. "node src/candor/add-hooks.mjs" adds it, or says the line to add.',
  ]);
});

test('it names each Sentry.init that is left', () => {
  const ofTeam = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
  const client = { 'instrumentation-client.ts': `${hooks['instrumentation-client.ts']}${ofTeam}` };
  expect(problemsWith({ ...page, ...hooks, 'sentry.server.config.ts': ofTeam, ...client })).toEqual([
    'instrumentation-client calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.',
    'sentry.server.config calls Sentry.init, which sends past Candor, in browsers against its policy. Take it out.',
  ]);
});
