import { spawnSync } from 'node:child_process';
import { applicationErrorMessage } from '../../candor/src/responses/error-message';
import { control, eventState, expect, expecting, failedToLoad, failInBrowser, sampleError } from './fixtures';
import { shownReference, test } from './fixtures';

// Debian's Firefox, by WebDriver BiDi: a smoke of the kinds. Chromium has all other tests.

// FIREFOX_PATH: the browser that the test script found installed.
const firefox = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const isInstalled = spawnSync(firefox, ['--version'], { stdio: 'ignore' }).status === 0;
const launch = { channel: 'moz-firefox', executablePath: firefox };

test.use({ browserName: 'firefox', channel: launch.channel, launchOptions: launch });
test.skip(!isInstalled, 'There is no Firefox: sudo apt-get install firefox-esr');
// Of a printed error WebDriver gets the name.
test.use(expecting(sampleError, /^Error http:\S+\.js$/, ...[401, 403, 404, 500].map(failedToLoad)));

const sentence = (side: 'server' | 'client') => applicationErrorMessage(side, 'localhost');

test('each failure is a screen with the reference of its one event', async ({ page, violations, ingest, since }) => {
  const digests: string[] = [];
  for (const [kind, status] of Object.entries({ 'server-render': 500, 'server-stream': 200 })) {
    expect((await page.goto(`/failing-page?fail=${kind}`))?.status(), kind).toBe(status);
    await expect(page.getByText(sentence('server')), kind).toBeVisible();
    await expect(eventState(page)).toHaveText('sent');
    digests.push(await shownReference(page, 'Digest'));
  }
  for (const [kind, status] of Object.entries({ 'not-found': 404, forbidden: 403, unauthorized: 401 }))
    expect((await page.goto(`/failing-page?fail=${kind}`))?.status(), kind).toBe(status);

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
  const { events, failures } = await since();
  expect(events).toEqual([...digests, id, ofRender]);
  expect(failures.map(({ digest }) => digest)).toEqual(digests);
  expect(violations).toEqual([]);
});
