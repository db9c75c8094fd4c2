import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, type LogLine } from '../../support/application';
import type { ReceivedEvent } from '../../support/fake-ingest';
import { layFailing } from '../../support/lay-over';
import { makeSiteFolder } from '../../support/site-folder';
import { digestOf, expect, failInBrowser, provideStarted, test as base } from './fixtures';

const next = 'node_modules/next/dist/bin/next';

const test = base.extend<object, object>({
  application: [
    async ({ ingest }, provide) => {
      const folder = await makeSiteFolder('development');
      await layFailing(folder);
      const args = (port: number) => [next, 'dev', '-H', '127.0.0.1', '-p', String(port)];
      const env = { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1', SET_AT_START: 'yes' };
      await provideStarted(startProcess(args, { SENTRY_DSN: ingest.dsn, ...env }, folder), provide);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.describe.configure({ mode: 'default', timeout: 300_000 }); // One server, which compiles what is asked for.

const failingPage = join(import.meta.dirname, '../../sites/failing/app/failing-page');

test('each failure and each report is one event', async ({ request, ingest, application, reported }) => {
  const { line } = await reported(await digestOf(request, '/failing-page?fail=server-render'));
  expect(line).toMatchObject({ msg: 'request failed' });
  const after = { msg: 'request failed', routeType: 'after' };
  for (const { path, message, ...expected } of [
    { path: '/failing/after?what=a page', message: 'Failing: after the response of a page.', ...after },
    { path: '/failing/caught?what=reported', message: 'Failing: caught, reported.', msg: 'error reported' },
    { path: '/failing/caught?what=exception', message: 'Failing: captured, password=hunter2', msg: 'error reported' },
  ]) {
    await request.get(path);
    const isIt = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message === message;
    const { digest } = await application.waitForLog(isIt);
    expect(await ingest.waitForEvent(({ event_id }) => event_id === digest)).toMatchObject({
      tags: { set_at_start: 'nodejs' },
      exception: { values: [{ value: message.replace('hunter2', '[masked]') }] },
    });
    expect(application.log.filter(isIt)).toMatchObject([expected]);
  }
});

test('an error names the TypeScript line that threw, and its context', async ({ page, ingest, request, reported }) => {
  const { id } = await failInBrowser(page);
  const ofBrowser = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expectThrown(ofBrowser, 'controls.tsx', "new Error('Sample error: an event handler of the tests threw.')");
  const { event, line } = await reported(await digestOf(request, '/failing-page?fail=server-render'));
  const source = "new Error('Sample error: a page of the tests failed before it was sent.')";
  const frame = expectThrown(event, 'page.tsx', source);
  expect((line.error as { stack: string }).stack.split('\n')[1]).toContain(`(${frame?.filename}:${frame?.lineno}:`);
});

test('without development-frames pages work and events name chunks', async ({ page, ingest, request, application }) => {
  await request.post('/failing/process/frames');
  const { id } = await failInBrowser(page);
  const files = framesOf(await ingest.waitForEvent(({ event_id }) => event_id === id)).map(({ filename }) => filename);
  expect(files).toContainEqual(expect.stringContaining('/_next/static/chunks/'));
  expect(files).not.toContainEqual(expect.stringContaining('controls.tsx'));
  expect(application.output.stderr).toContain('could not resolve the frames');
});

type Frame = { filename?: string; lineno?: number; in_app?: boolean };

const framesOf = ({ exception }: ReceivedEvent) =>
  (exception?.values[0] as unknown as { stacktrace: { frames: Frame[] } }).stacktrace.frames;

function expectThrown(event: ReceivedEvent, file: string, source: string): Frame | undefined {
  const frame = framesOf(event).findLast(({ in_app }) => in_app);
  const lines = readFileSync(join(failingPage, file), 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes(source));
  expect(frame).toMatchObject({
    filename: expect.stringMatching(new RegExp(`app/failing-page/${file.replace('.', '\\.')}$`)),
    lineno: index + 1,
    context_line: expect.stringContaining(source),
    pre_context: expect.arrayContaining([expect.stringContaining(lines[index - 1]?.trim() ?? '')]),
  });
  return frame;
}
