import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { root } from '../../../scripts/run/root';
import { standalone } from '../../support/application';
import { reported } from '../../browser/demo/fixtures';
import { control, eventState, expect, failedToLoad, redactedServerError, sampleError, test as base } from '../fixtures';

const test = base.extend<object, object>({
  folder: [async ({}, provide) => provide(standalone.own), { scope: 'worker' }],
});
test.describe.configure({ mode: 'default' }); // One application and one Bugsink for all of them.

const path = '/sentry-example-page';

test.beforeEach(({ expectedOnConsole }) => {
  expectedOnConsole.push(failedToLoad(500), redactedServerError, sampleError);
});

for (const kind of reported) {
  test(`${kind} is in Bugsink as it was sent, under the id on the screen`, async ({ page, application, bugsink }) => {
    const id = await makeFail(page, kind);
    const { data } = await bugsink.waitForEvent(id);
    const { release } = (await (await fetch(`${application.url}/monitoring`)).json()) as { release: string };
    const isOfBrowser = kind.startsWith('browser');
    const line = application.log.find(({ msg, digest }) => msg === 'request failed' && digest === id);
    expect(line === undefined).toBe(isOfBrowser || kind === 'handled');
    expect(data).toMatchObject({
      event_id: id,
      level: 'error',
      platform: isOfBrowser ? 'javascript' : 'node',
      release,
      environment: 'service-tests',
      ...(line && {
        transaction: `${line.method as string} ${line.route as string}`,
        tags: { route: line.route, route_type: line.routeType, digest: id },
      }),
    });
    expect(data).not.toHaveProperty('fingerprint');
    const exception = data.exception?.values.at(-1);
    expect(exception).toMatchObject({
      type: 'Error',
      value: expect.stringMatching(/^Sample error: /),
      mechanism: { type: expect.stringMatching(/^candor/), handled: kind === 'handled' },
    });
    const frame = exception?.stacktrace?.frames.at(-1);
    expect(frame).toMatchObject({
      filename: expect.stringMatching(/^app\/sentry-example-page\/.+\.tsx?$/),
      in_app: true,
    });
    const source = readFileSync(join(root, frame?.filename ?? ''), 'utf8').split('\n');
    expect(frame?.context_line).toBe(source[(frame?.lineno ?? 0) - 1]);
    if (!isOfBrowser) return;
    expect(data.breadcrumbs).toContainEqual(expect.objectContaining({ category: 'ui.click' }));
    const userAgent = await page.evaluate(() => navigator.userAgent);
    expect(data.request).toEqual({ url: `${application.url}${path}`, headers: { 'User-Agent': userAgent } });
    expect(await bugsink.details(id)).toMatch(/HeadlessChrome \d/); // It has read the browser and its version from it.
  });
}

test('Bugsink keeps the level of a warning', async ({ application, bugsink }) => {
  const report = { 'document-uri': `${application.url}/`, 'effective-directive': 'img-src', 'blocked-uri': 'inline' };
  const headers = { 'Content-Type': 'application/csp-report' };
  const body = JSON.stringify({ 'csp-report': report });
  await fetch(`${application.url}/monitoring`, { method: 'POST', headers, body });
  const { event = '' } = await application.waitForLog(({ msg }) => msg === 'browser report');
  expect((await bugsink.waitForEvent(event)).data).toMatchObject({ level: 'warning', tags: { mechanism: 'csp' } });
});

test('Bugsink says that it has accepted a visitor’s words, and keeps nothing of them', async ({ page, bugsink }) => {
  const id = await makeFail(page, 'browser-render');
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();

  await bugsink.waitForEvent(id);
  await bugsink.waitForEvent(await makeFail(page, 'browser-render'));
  expect(await bugsink.details(id)).not.toContain('I pressed the button.');
  expect((await bugsink.eventIds()).filter((one) => one === id)).toHaveLength(1);
});

/** Makes a failure, and gives back the id that the screen shows for it. */
async function makeFail(page: Page, kind: string): Promise<string> {
  await page.goto(path);
  await control(page, kind).click();
  const reference = page.getByText(/^(Digest|Event): [0-9a-f]{32}$/).first();
  const id = (await reference.innerText()).slice(-32);
  await expect(eventState(page).first()).toHaveText('sent');
  return id;
}
