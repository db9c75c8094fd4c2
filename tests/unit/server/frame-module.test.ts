import * as Sentry from '@sentry/nextjs';
import { expect, test } from 'vitest';
import { moduleOfFile } from '../../../candor/src/server/frame-module';

test.each([
  ['/srv/app/.next/server/chunks/page.js', '.next.server.chunks:page'],
  ['/srv/app/server.js', 'server'],
  ['/srv/app/candor/policy/set-headers.mjs', 'candor.policy:set-headers'],
  ['/srv/app/node_modules/next/dist/server/render.js', 'next.dist.server:render'],
  ['/srv/app/node_modules/a/node_modules/@scope/b/index.cjs', '@scope.b:index'],
  ['/elsewhere/tool.ts', 'tool.ts'],
  ['node:internal/process/task_queues', 'task_queues'],
  ['<anonymous>', '<anonymous>'],
])('%s is the module %s, as the SDK’s Node client names it', (file, module) => {
  expect(moduleOfFile(file, '/srv/app')).toBe(module);
  expect(Sentry.createGetModuleFromFilename('/srv/app', false)(file)).toBe(module);
});

test.each([
  ['C:\\srv\\app\\.next\\server\\page.js', '.next.server:page'],
  ['C:\\srv\\app\\node_modules\\next\\dist\\x.js', 'next.dist:x'],
])('on Windows %s is the module %s', (file, module) => {
  expect(moduleOfFile(file, '/srv/app')).toBe(module);
  expect(Sentry.createGetModuleFromFilename('C:\\srv\\app', true)(file)).toBe(module);
});

test('a percent sign in the name of a file does not lose the event', () => {
  expect(moduleOfFile('/srv/app/100%.js', '/srv/app')).toBe('100%');
});
