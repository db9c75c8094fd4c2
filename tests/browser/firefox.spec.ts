import { spawnSync } from 'node:child_process';
import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import { startFakeProxy } from '../support/fake-proxy';
import { control, eventState, expect, expecting, failInBrowser, mayPrint, sampleError } from './fixtures';
import { shownReference } from './fixtures';
import { test as base } from './violations';

// Debian's Firefox, by WebDriver BiDi: what must not depend on the browser. Chromium has all other tests.

// FIREFOX_PATH: the browser that the test script found installed.
const firefox = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const isInstalled = spawnSync(firefox, ['--version'], { stdio: 'ignore' }).status === 0;
const launch = { channel: 'moz-firefox', executablePath: firefox };

const test = base.extend({
  // In a browser of its own: WebDriver has no such setting for a page. What waits in a page waits for ever there.
  withoutScripts: async ({ playwright, baseURL }, provide) => {
    const browser = await playwright.firefox.launch({ ...launch, firefoxUserPrefs: { 'javascript.enabled': false } });
    await provide(await browser.newPage({ baseURL }));
    await browser.close();
  },
});
test.use({ browserName: 'firefox', channel: launch.channel, launchOptions: launch });
test.skip(!isInstalled, 'There is no Firefox: sudo apt-get install firefox-esr');
test.use(expecting(sampleError, /^Error http:\S+\.js$/)); // Of a printed error WebDriver gets the name.

const sentence = (side: 'server' | 'client') => applicationErrorMessage(side, 'localhost');
const documents = [
  { kind: 'server-render', status: 500, text: sentence('server') },
  { kind: 'not-found', status: 404, text: words.text404 },
  { kind: 'forbidden', status: 403, text: words.text403 },
  { kind: 'unauthorized', status: 401, text: words.text401 },
];

for (const [kind, status] of Object.entries({ 'server-render': 500, 'server-stream': 200 })) {
  test(`${kind} is a screen of a page with ${status}, a digest and one event`, async ({ page, violations, since }) => {
    const response = await page.goto(`/failing-page?fail=${kind}`);
    expect(response?.status()).toBe(status);
    await expect(page.getByText(sentence('server'))).toBeVisible();
    await expect(eventState(page)).toHaveText('sent');
    const digest = await shownReference(page, 'Digest');
    expect(response?.headers()['error-digest']).toBe(status === 500 ? digest : undefined);
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
    expect(violations).toEqual([]);
  });
}

test('an event has the sources of the frames that Firefox writes, browser, route and click', async ({
  page,
  ingest,
}) => {
  const { id } = await failInBrowser(page);
  const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expect(event).toMatchObject({
    transaction: '/failing-page',
    request: { headers: { 'User-Agent': expect.stringMatching(/ Firefox\/\d+/) as unknown } },
    breadcrumbs: [{ category: 'ui.click', message: 'button' }],
  });
  const [exception] = event.exception?.values ?? [];
  expect(exception).toMatchObject({ type: 'Error', value: 'Sample error: an event handler of the tests threw.' });
  const { frames = [] } = (exception as { stacktrace?: { frames: object[] } }).stacktrace ?? {};
  expect(frames.length).toBeGreaterThan(2);
  for (const frame of frames)
    expect(frame).toMatchObject({ filename: expect.stringMatching(/^(app|node_modules)\//) as unknown });
  expect(frames.at(-1)).toMatchObject({
    ...ofTestPage,
    context_line: expect.stringContaining('new Error(') as unknown,
  });
});

const ofTestPage = { filename: 'app/failing-page/controls.tsx', in_app: true, lineno: expect.any(Number) as unknown };

test('an error of a render has its screen, its frames and those of the components', async ({ page, ingest }) => {
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  await expect(page.getByText(sentence('client'))).toBeVisible();
  const id = await shownReference(page, 'Event');
  const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
  const value = 'Sample error: a component of the tests threw while it rendered.';
  expect(event.exception?.values).toMatchObject([
    { type: 'React ErrorBoundary Error', value },
    { type: 'Error', value },
  ]);
  for (const { stacktrace } of event.exception?.values as unknown as { stacktrace: { frames: object[] } }[])
    expect(stacktrace.frames).toContainEqual(expect.objectContaining(ofTestPage));
});

test('a blocked script is one line and event of what Firefox posts', async ({ page, start, service }) => {
  mayPrint(page, /blocked an inline script/);
  const { url, waitForLog } = await start({ SENTRY_DSN: service.dsn });
  await page.route(`${url}/?*`, async (route) => {
    const response = await route.fetch();
    // Of the text it posts the first 40 characters.
    const script = `<script>sendToSomebodyElse("of a visitor's page", "marked-secret")</script>`;
    const body = (await response.text()).replace('</body>', `${script}</body>`);
    await route.fulfill({ response, body });
  });
  const posted = page.waitForRequest((request) => request.url() === `${url}/monitoring` && request.method() === 'POST');
  await page.goto(`${url}/?token=marked-secret`);
  expect((await posted).headers()).toMatchObject({ 'content-type': 'application/csp-report' });
  const line = await waitForLog(({ msg }) => msg === 'browser report');
  const ofScript = { type: 'csp-violation', directive: 'script-src-elem', blocked: 'inline' };
  const where = { ...ofScript, path: '/', source: `${url}/` };
  expect(line).toMatchObject({ state: 'sent', ...where });
  const event = await service.waitForEvent(({ event_id }) => event_id === line.event);
  expect(event).toMatchObject({ transaction: '/', tags: { mechanism: 'csp' } });
  expect(JSON.stringify([line, event])).not.toContain('marked-secret');
});

test('an action without a network is held, and sent when the visitor says so', async ({ page, context }) => {
  await page.goto('/failing-page');
  const row = page.locator('[data-kind="server-action-ok"]');
  await row.getByRole('button').hover();
  await context.setOffline(true);
  await row.getByRole('button').click();
  await expect(page.getByText('Could not reach this site')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('This site can be reached again')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(row.getByRole('status')).not.toBeEmpty();
});

test('without scripts the documents have their sentence and their digest', async ({ withoutScripts }) => {
  for (const { kind, status, text } of documents) {
    const response = await withoutScripts.goto(`/failing-page?fail=${kind}`);
    expect(response?.status()).toBe(status);
    const main = await withoutScripts.locator('main').innerText();
    expect(main).toContain(text);
    if (status === 500) expect(main).toContain(`Digest: ${response?.headers()['error-digest']}`);
  }
  await withoutScripts.goto('/failing-page?fail=server-stream');
  const notice = await withoutScripts.locator('noscript .notice').innerText();
  expect(notice).toContain(sentence('server'));
  expect(notice).toMatch(/Digest: [0-9a-f]{32}/);

  await withoutScripts.goto('/failing-page');
  const posted = withoutScripts.waitForResponse((response) => response.request().method() === 'POST');
  await control(withoutScripts, 'server-action').click({ force: true });
  expect((await posted).status()).toBe(500);
  expect(await withoutScripts.locator('main').innerText()).toContain(sentence('server'));
});

test('what Firefox cancels because a page is left is no event, of that page or of the next', async ({
  page,
  application,
  ingest,
}) => {
  const gateway = await startFakeProxy(application.url);
  gateway.set('wait', ({ path, isAction }) => isAction || path === '/never');
  const begin = [() => page.evaluate(() => void fetch('/never')), () => control(page, 'server-action-ok').click()];
  for (const request of begin) {
    await page.goto(`${gateway.url}/failing-page`);
    await request();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/failing-page/start' });
      document.body.append(link);
      link.click();
    });
    await page.waitForURL(/start$/);
  }
  const { id } = await failInBrowser(page, { url: `${gateway.url}/failing-page` });
  await ingest.waitForEvent(({ event_id }) => event_id === id);
  expect(JSON.stringify(ingest.arrivals.map(({ event }) => event?.exception))).not.toContain('NetworkError');
  await gateway.close();
});
