import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manyFailures, startApplication } from '../support/application';
import { copyApplication } from '../support/application-copy';
import { layFailing } from '../support/lay-over';
import { expect, failInBrowser, sampleError, test } from './fixtures';

const SENTRY_RELEASE = 'candor@1.0.0+bugsink';

test('Bugsink shows the line of TypeScript that threw in a browser and on the server, by maps that the build uploaded by Sentry’s tool', async ({
  page,
  bugsink,
  expectedOnConsole,
}) => {
  test.setTimeout(300_000);
  expectedOnConsole.push(sampleError);
  const copy = await copyApplication('uploaded-to-bugsink');
  await layFailing(copy.folder);
  const { account, project, url: SENTRY_URL, dsn: SENTRY_DSN } = bugsink;
  const place = { SENTRY_URL, SENTRY_ORG: 'any', SENTRY_PROJECT: project.slug, SENTRY_AUTH_TOKEN: account.token };
  const stdout = await copy.build({ SENTRY_RELEASE, ...place });
  expect(stdout).toContain(`The source maps of release ${SENTRY_RELEASE} are uploaded.`);
  expect(stdout).not.toContain(account.token);
  const deployed = dirname(copy.server);
  expect(readdirSync(deployed, { recursive: true }).filter((file) => String(file).endsWith('.map'))).toEqual([]);

  const application = await startApplication({ SENTRY_DSN, ...manyFailures }, deployed);
  const inBrowser = await failInBrowser(page, { url: `${application.url}/failing-page` });
  await fetch(`${application.url}/failing-page?fail=server-render`);
  const onServer = await application.waitForLog(({ msg }) => msg === 'request failed');
  for (const [id, file, message] of [
    [inBrowser.id, 'controls.tsx', 'an event handler of the tests threw.'],
    [onServer.digest, 'page.tsx', 'a page of the tests failed before it was sent.'],
  ] as const) {
    const { data, stacktrace_md } = await bugsink.waitForEvent(id!);
    expect(data.release).toBe(SENTRY_RELEASE);
    expect(topFrame(stacktrace_md)).toEqual(lineOf(file, message));
  }
  await page.goto('about:blank');
  await application.stop();
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
