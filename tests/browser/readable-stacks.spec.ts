import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedEvent } from '../support/fake-ingest';
import { control, expect, sampleError, shownReference } from './fixtures';
import { testOf } from './failing-routes';

// What the local inbox shows under `npm run dev`.
const test = testOf('development');
test.describe.configure({ mode: 'default', timeout: 120_000 }); // The development server compiles what is asked for.

const examplePage = join(import.meta.dirname, '../../app/sentry-example-page');

test("under the development server a browser's error names the TypeScript line that threw, with the lines around it", async ({
  page,
  receiver,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  await page.goto('/sentry-example-page');
  await control(page, 'browser-error').click();
  const eventId = await shownReference(page, 'Event');
  const event = await receiver.waitForEvent(({ event_id }) => event_id === eventId);
  expectThrown(event, 'browser-controls.tsx', "new Error('Sample error: an event handler threw.')");
});

test("under the development server a server's error names the TypeScript line that threw, with the lines around it", async ({
  request,
  receiver,
}) => {
  await request.get('/sentry-example-page?fail=server-render');
  const event = await receiver.waitForEvent(({ platform }) => platform === 'node');
  expectThrown(
    event,
    'server-failures.ts',
    "new Error('Sample error: a Server Component threw before the page was sent.')",
  );
});

function expectThrown(event: ReceivedEvent, file: string, source: string) {
  const [exception] = event.exception?.values as unknown as { stacktrace: { frames: Frame[] } }[];
  const frame = exception?.stacktrace.frames.findLast(({ in_app }) => in_app);
  const lines = readFileSync(join(examplePage, file), 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes(source));
  expect(frame).toMatchObject({
    filename: expect.stringMatching(new RegExp(`app/sentry-example-page/${file.replace('.', '\\.')}$`)),
    lineno: index + 1,
    context_line: expect.stringContaining(source),
    pre_context: expect.arrayContaining([expect.stringContaining(lines[index - 1]?.trim() ?? '')]),
    post_context: expect.arrayContaining([expect.stringContaining(lines[index + 1]?.trim() ?? '')]),
  });
}
type Frame = { filename?: string; in_app?: boolean };
