import type { Page } from 'playwright/test';
import { expect, test } from './fixtures';

test('the home page prefetches the example page and leads there without a new document', async ({ page }) => {
  const prefetched = page.waitForRequest(isPrefetchOf('/sentry-example-page'));
  await page.goto('/');
  await prefetched;
  const documents = countDocuments(page);
  await page.getByRole('link', { name: 'Check error reporting' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
  expect(documents()).toBe(0);
});

test('the example page prefetches the home page but nothing that fails on purpose', async ({ page, application }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const prefetched = page.waitForRequest(isPrefetchOf('/'));
  await page.goto('/sentry-example-page');
  for (const link of await page.locator('[data-kind]').getByRole('link').all()) {
    await link.scrollIntoViewIfNeeded();
    await link.hover();
  }
  await prefetched;
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  expect(requested.filter((url) => url.includes('fail='))).toEqual([]);
  expect(application.log.filter(({ msg, path }) => msg === 'request failed' && path === '/')).toEqual([]);
});

test("the path of Next's own error page gets 404, and is not a failure", async ({ request, application }) => {
  expect((await request.get('/_global-error')).status()).toBe(404);
  expect((await request.get('/sentry-example-page?fail=server-render')).status()).toBe(500);
  await application.waitForLog(({ msg, path }) => msg === 'request failed' && path === '/sentry-example-page');
  expect(application.log.filter(({ path }) => path === '/_global-error')).toEqual([]);
});

for (const { address, words } of [
  { address: '?fail=%3Cb%3Ebold%3C/b%3E', words: 'There is no kind of failure named <b>bold</b>, so nothing failed.' },
  { address: '?fail=browser-error', words: 'browser-error has no URL; use its button.' },
]) {
  test(`${address} fails nothing and says so`, async ({ page }) => {
    const response = await page.goto(`/sentry-example-page${address}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByText(words)).toBeVisible();
  });
}

function isPrefetchOf(path: string) {
  return (request: { url(): string; headers(): Record<string, string> }) =>
    new URL(request.url()).pathname === path && 'next-router-prefetch' in request.headers();
}

function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') count += 1;
  });
  return () => count;
}
