import { spawnSync } from 'node:child_process';
import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import { startFakeProxy } from '../support/fake-proxy';
import { control, eventState, expect, expecting, failedToLoad, failInBrowser, sampleError } from './fixtures';
import { shownReference } from './fixtures';
import { test } from './violations';

// Debian's Firefox, by WebDriver BiDi: a smoke of the kinds, and what differs. Chromium has all other tests.

// FIREFOX_PATH: the browser that the test script found installed.
const firefox = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const isInstalled = spawnSync(firefox, ['--version'], { stdio: 'ignore' }).status === 0;
const launch = { channel: 'moz-firefox', executablePath: firefox };

test.use({ browserName: 'firefox', channel: launch.channel, launchOptions: launch });
test.skip(!isInstalled, 'There is no Firefox: sudo apt-get install firefox-esr');
// Of a printed error WebDriver gets the name.
test.use(expecting(sampleError, /^Error http:\S+\.js$/, ...[401, 403, 404, 500].map(failedToLoad)));

const sentence = (side: 'server' | 'client') => applicationErrorMessage(side, 'localhost');

test('a failure of the server is a screen with its status, a digest and one event', async ({
  page,
  violations,
  since,
}) => {
  const digests: string[] = [];
  for (const [kind, status] of Object.entries({ 'server-render': 500, 'server-stream': 200 })) {
    const response = await page.goto(`/failing-page?fail=${kind}`);
    expect(response?.status(), kind).toBe(status);
    await expect(page.getByText(sentence('server')), kind).toBeVisible();
    await expect(eventState(page)).toHaveText('sent');
    digests.push(await shownReference(page, 'Digest'));
  }
  const { events, failures } = await since();
  expect([events, failures.map(({ digest }) => digest)]).toEqual([digests, digests]);
  for (const [status, title] of Object.entries({ 404: words.title404, 403: words.title403, 401: words.title401 })) {
    const kind = { 404: 'not-found', 403: 'forbidden', 401: 'unauthorized' }[status];
    expect((await page.goto(`/failing-page?fail=${kind}`))?.status(), kind).toBe(Number(status));
    await expect(page.getByRole('heading', { level: 1 }), kind).toHaveText(title);
  }
  expect(violations).toEqual([]);
});

test('a failure of the browser has the sources of the frames that Firefox writes, browser, route and click', async ({
  page,
  ingest,
}) => {
  const { id } = await failInBrowser(page);
  const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expect(event).toMatchObject({
    transaction: '/failing-page',
    request: { headers: { 'User-Agent': expect.stringMatching(/ Firefox\/\d+/) as unknown } },
    breadcrumbs: [{ category: 'ui.click', message: 'button' }],
    exception: { values: [{ type: 'Error', value: 'Sample error: an event handler of the tests threw.' }] },
  });
  expect(JSON.stringify(event.exception)).toContain('"app/failing-page/controls.tsx"');
  await control(page, 'browser-render').click();
  await expect(page.getByText(sentence('client'))).toBeVisible();
  const ofRender = await shownReference(page, 'Event');
  const { exception } = await ingest.waitForEvent(({ event_id }) => event_id === ofRender);
  expect(exception?.values).toMatchObject([{ type: 'React ErrorBoundary Error' }, { type: 'Error' }]);
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
