import type { Page } from 'playwright/test';
import { waitUntil } from '../support/wait-until';
import { control, eventState, expect, sampleError, test } from './fixtures';

test('a page without failures loads the SDK when it is idle, and starts nothing', async ({ page }) => {
  const asked = watchRequests(page);
  await page.goto('/');
  await waitUntil('the SDK', () => asked.sdk > 0);
  await page.getByRole('link', { name: 'Check error reporting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
  expect(asked).toEqual({ sdk: 1, monitoring: 0 });
  // A page that holds a lock cannot be kept for going back to it.
  expect(await page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([]);
});

test('with Save-Data the SDK is loaded at the first failure, and not before', async ({ page, expectedOnConsole }) => {
  expectedOnConsole.push(sampleError);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    // What else waits for the first idle moment after the load: when this is told, the starter's turn has been.
    window.addEventListener('load', () =>
      requestIdleCallback(() => requestIdleCallback(() => (document.documentElement.dataset.idle = 'yes'))),
    );
  });
  const asked = watchRequests(page);
  await page.goto('/sentry-example-page');
  await expect(page.locator('html[data-idle]')).toBeAttached();
  expect(asked).toEqual({ sdk: 0, monitoring: expect.any(Number) });
  await control(page, 'browser-error').click();
  await expect(eventState(page.locator('[data-kind="browser-error"]'))).toHaveText('sent');
  expect(asked.sdk).toBe(1);
});

/** Counts what a page asks for because of reporting. */
function watchRequests(page: Page) {
  const asked = { sdk: 0, monitoring: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/monitoring')) asked.monitoring += 1;
  });
  page.on('response', async (response) => {
    if (response.url().endsWith('.js') && (await response.text()).includes('sentry.javascript.')) asked.sdk += 1;
  });
  return asked;
}
