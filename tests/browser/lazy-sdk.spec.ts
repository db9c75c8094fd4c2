import type { Page } from 'playwright/test';
import { control, eventState, expect, expecting, failInBrowser, sampleError, test } from './fixtures';
import { hasSdk, routeSdk, scriptText } from './sdk-chunk';

test.use(expecting(sampleError));

test('an idle page loads nothing for reporting, and its first failure loads the SDK', async ({ page }) => {
  await page.addInitScript(() => {
    // The second idle moment after the load: a starter that waits for the first one has had its turn.
    window.addEventListener('load', () =>
      requestIdleCallback(() => requestIdleCallback(() => (document.documentElement.dataset.idle = 'yes'))),
    );
  });
  const requested = watchRequests(page);
  await page.goto('/failing-page/start');
  await expect(page.locator('html[data-idle]')).toBeAttached();
  await page.getByRole('link', { name: 'A page that fails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
  expect(requested).toEqual({ sdk: 0, monitoring: 0 });
  // A page that holds a lock cannot be kept for going back to it.
  expect(await page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([]);

  await control(page, 'browser-error').click();
  await expect(eventState(page.locator('[data-kind="browser-error"]'))).toHaveText('sent');
  await expect.poll(() => requested).toEqual({ sdk: 1, monitoring: 2 });
});

test('a failure is stored and shown as sending while the SDK loads, and is then sent', async ({ page }) => {
  const held = await holdSdk(page);
  const { row, id } = await failInBrowser(page, { state: 'sending' });
  await held.isRequested;
  await expect(eventState(row)).toHaveText('sending');
  expect(await storedIds(page)).toEqual([id]);
  held.release();
  await expect(eventState(row)).toHaveText('sent');
  expect(await storedIds(page)).toEqual([]);
});

test('the next page sends the failure of one that is closed while the SDK loads', async ({ page, context, ingest }) => {
  const leaving = await context.newPage();
  const held = await holdSdk(leaving);
  const { id: eventId } = await failInBrowser(leaving, { state: 'sending' });
  await held.isRequested;
  await leaving.unrouteAll({ behavior: 'ignoreErrors' });
  await leaving.close();
  held.release();
  await page.goto('/');
  const event = await ingest.waitForEvent(({ event_id }) => event_id === eventId);
  expect(event.exception?.values[0]?.value).toMatch(/^Sample error/);
  await expect.poll(() => storedIds(page)).toEqual([]);
  expect(ingest.arrivals.filter((arrival) => arrival.event?.event_id === eventId)).toHaveLength(1);
});

/** Counts what a page requests because of reporting. */
function watchRequests(page: Page) {
  const requested = { sdk: 0, monitoring: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/monitoring')) requested.monitoring += 1;
  });
  page.on('response', async (response) => {
    if (hasSdk(await scriptText(response))) requested.sdk += 1;
  });
  return requested;
}

/** Holds the chunk with the SDK back until `release`. */
async function holdSdk(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let request = () => {};
  const isRequested = new Promise<void>((resolve) => (request = resolve));
  await routeSdk(page, async (route, response) => {
    request();
    await released;
    await route.fulfill({ response });
  });
  return { isRequested, release };
}

function storedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).flatMap((key) => /^candor\.report\.(.*)/.exec(key)?.[1] ?? []));
}
