import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogLine } from '../support/application';
import type { ReceivedEvent } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { expect, expecting, failedToLoad, failInBrowser, mayPrint, sampleError } from './fixtures';
import { digestOf, testOf } from './failing-routes';

const test = testOf('development');
test.describe.configure({ mode: 'default', timeout: 300_000 }); // The development server compiles what is asked for.
test.use(expecting(sampleError));

const failingPage = join(import.meta.dirname, '../sites/failing-page/app/failing-page');

for (const path of ['/failing-page?fail=server-render', '/failing/cached']) {
  test(`${path} has one digest, one line and one event`, async ({ request, reported }) => {
    const { line } = await reported(await digestOf(request, path, 500));
    expect(line).toMatchObject({ msg: 'request failed' });
  });
}

test('a throw in after(), a caught error and a call of the SDK are one event each', async ({
  request,
  ingest,
  application,
}) => {
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
  const requestLine = /GET \/failing\/caught\?what=exception 200/;
  await waitUntil('the line of Next, as it is', () => requestLine.test(application.output.stdout));
});

// As the local inbox shows them under `npm run dev`.
test("a browser's error names the TypeScript line that threw, and lines around it", async ({ page, ingest }) => {
  const { id } = await failInBrowser(page);
  const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expectThrown(event, 'controls.tsx', "new Error('Sample error: an event handler of the tests threw.')");
});

test('without development-frames a page works, and its event names chunks', async ({ page, ingest }) => {
  mayPrint(page, failedToLoad(404), /development server could not resolve the frames/);
  await page.route('**/__nextjs_original-stack-frames', (route) => route.fulfill({ status: 404, body: '' }));
  const said = page.waitForEvent('console', (message) => message.text().includes('could not resolve the frames'));
  const { id } = await failInBrowser(page);
  const { exception } = await ingest.waitForEvent(({ event_id }) => event_id === id);
  const { stacktrace } = exception?.values[0] as unknown as { stacktrace: { frames: Frame[] } };
  const files = stacktrace.frames.map(({ filename }) => filename);
  expect(files).toContainEqual(expect.stringContaining('/_next/static/chunks/'));
  expect(files).not.toContainEqual(expect.stringContaining('controls.tsx'));
  await said;
});

test("a server's error names the TypeScript line that threw, and lines around it; so does its line", async ({
  request,
  reported,
}) => {
  const { event, line } = await reported(await digestOf(request, '/failing-page?fail=server-render'));
  expectThrown(event, 'page.tsx', "new Error('Sample error: a page of the tests failed before it was sent.')");
  const { stack } = line.error as { stack: string };
  const frame = event.exception?.values[0] as unknown as { stacktrace: { frames: Frame[] } };
  const { filename, lineno } = frame.stacktrace.frames.findLast(({ in_app }) => in_app) ?? {};
  expect(stack.split('\n')[1]).toContain(`(${filename}:${lineno}:`);
});

function expectThrown(event: ReceivedEvent, file: string, source: string) {
  const [exception] = event.exception?.values as unknown as { stacktrace: { frames: Frame[] } }[];
  const frame = exception?.stacktrace.frames.findLast(({ in_app }) => in_app);
  const lines = readFileSync(join(failingPage, file), 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes(source));
  expect(frame).toMatchObject({
    filename: expect.stringMatching(new RegExp(`app/failing-page/${file.replace('.', '\\.')}$`)),
    lineno: index + 1,
    context_line: expect.stringContaining(source),
    pre_context: expect.arrayContaining([expect.stringContaining(lines[index - 1]?.trim() ?? '')]),
    post_context: expect.arrayContaining([expect.stringContaining(lines[index + 1]?.trim() ?? '')]),
  });
}
type Frame = { filename?: string; lineno?: number; in_app?: boolean };
