import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkHooks } from '../../candor/check-hooks';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-hooks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const page = { 'app/page.tsx': '' };
const hooks = {
  'instrumentation.ts': `export { onRequestError, register } from './candor/instrumentation';\n`,
  'instrumentation-client.ts': `export * from './candor/instrumentation-client';\n`,
};
const inSrc = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, text]));

test.each([
  ['both hooks', { ...page, ...hooks }],
  ['both hooks in src/', inSrc({ ...page, ...hooks })],
  ['no sources, where only the build was copied', {}],
])('there is nothing to say of an application with %s', (_, files) => {
  write(files);
  expect(checkHooks(folder)).toEqual([]);
});

test('it says which hook is missing, and the line to add', () => {
  write({ ...page, 'instrumentation.ts': `export const register = () => import('./sentry.server.config');\n` });
  expect(checkHooks(folder)).toEqual([
    `instrumentation.ts does not call Candor, so nothing is reported from there: add ${hooks['instrumentation.ts'].trim()}`,
    `instrumentation-client.ts does not call Candor, so nothing is reported from there: add ${hooks['instrumentation-client.ts'].trim()}`,
  ]);
});

test('it names each Sentry.init that is left', () => {
  const ofTeam = `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://key@host/1' });\n`;
  write({ ...page, ...hooks, 'sentry.server.config.ts': ofTeam });
  write({ 'instrumentation-client.ts': `${hooks['instrumentation-client.ts']}${ofTeam}` });
  expect(checkHooks(folder)).toEqual([
    'instrumentation-client.ts calls Sentry.init: what both notice are two events, and one goes past Candor. Take it out.',
    'sentry.server.config.ts calls Sentry.init: what both notice are two events, and one goes past Candor. Take it out.',
  ]);
});
