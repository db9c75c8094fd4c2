import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { manyFailures, startProcess } from '../support/application';
import { copyApplication } from '../support/application-copy';
import { layFailing } from '../support/lay-over';
import { control, expect, sampleError, shownReference, test as base } from './fixtures';

const release = 'candor@1.0.0+bugsink';

/** The application as a build makes it that uploads its source maps, by Sentry's tool, to Bugsink. */
const test = base.extend<object, { server: string }>({
  server: [
    async ({ bugsink }, provide) => {
      const copy = await copyApplication('uploaded-to-bugsink');
      await layFailing(copy.folder);
      const { account, project, url: SENTRY_URL } = bugsink;
      const place = { SENTRY_URL, SENTRY_ORG: 'any', SENTRY_PROJECT: project.slug, SENTRY_AUTH_TOKEN: account.token };
      const { code, stdout } = await copy.build({ SENTRY_RELEASE: release, ...place });
      expect(code).toBe(0);
      expect(stdout).toContain(`The source maps of release ${release} are uploaded.`);
      const deployed = readdirSync(dirname(copy.server), { recursive: true, encoding: 'utf8' });
      expect(deployed.filter((file) => file.endsWith('.map'))).toEqual([]);
      expect(stdout).not.toContain(account.token);
      await provide(copy.server);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  application: [
    async ({ bugsink, server }, provide) => {
      const OUTBOX_DIR = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
      const application = await startProcess(() => [server], { SENTRY_DSN: bugsink.dsn, OUTBOX_DIR, ...manyFailures });
      await provide(application);
      await application.stop();
      await rm(OUTBOX_DIR, { recursive: true });
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'default' });

test('Bugsink shows the line of TypeScript that threw in the browser, by the map that the build uploaded', async ({
  page,
  bugsink,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  await page.goto('/failing-page');
  await control(page, 'browser-error').click();
  const { data, stacktrace_md } = await bugsink.waitForEvent(await shownReference(page, 'Event'));
  expect(data.release).toBe(release);
  expect(topFrame(stacktrace_md)).toEqual(lineOf('controls.tsx', 'an event handler of the tests threw.'));
});

test('Bugsink shows the line of TypeScript that threw on the server, by the map that the build uploaded', async ({
  request,
  application,
  bugsink,
}) => {
  await request.get('/failing-page?fail=server-render');
  const { digest = '' } = await application.waitForLog(({ msg }) => msg === 'request failed');
  const { data, stacktrace_md } = await bugsink.waitForEvent(digest);
  expect(data.release).toBe(release);
  expect(topFrame(stacktrace_md)).toEqual(lineOf('page.tsx', 'a page of the tests failed before it was sent.'));
});

/** The frame that Bugsink shows first: its file, its line, and the text of that line. */
function topFrame(stacktrace: string) {
  const [, file, line, text] =
    /^### .*\/app\/failing-page\/(.+):(\d+)\b.*\n(?: .*\n)*▶ +\2 \| (.*)$/m.exec(stacktrace) ?? [];
  return { file, line: Number(line), text: text?.trim() };
}

function lineOf(file: string, message: string) {
  const folder = join(import.meta.dirname, '../sites/failing/app/failing-page');
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  const index = lines.findIndex((text) => text.includes(`Sample error: ${message}`));
  return { file, line: index + 1, text: lines[index]?.trim() };
}
