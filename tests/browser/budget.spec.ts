import { buildSite } from '../bench/build-site';
import { startProcess, type Application } from '../support/application';
import { loadPage, sumOfBytes, type Fetched } from '../support/page-load';
import { expect, test as base } from './fixtures';

// What the application may cost a visitor who meets no failure, as ratios, counts and bytes: a time differs by machine.

const test = base.extend<object, { bare: Application }>({
  bare: [
    async ({}, provide) => {
      const server = await buildSite('bare');
      const bare = await startProcess(() => [server], {}, undefined, '/');
      await provide(bare);
      await bare.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const scripts = (fetched: Fetched[]) => fetched.filter(({ type }) => type === 'script');
const isOfSdk = (text: string) => text.includes('sentry.javascript.');

// One test, so that one worker builds the bare site.
test('the home page has at most 1.03 times the client JS of bare Next.js with the same pages', async ({
  page,
  application,
  bare,
}) => {
  const shown: string[] = [];
  const bytes: number[] = [];
  for (const { url } of [application, bare]) {
    const fetched = await loadPage(page, `${url}/`);
    bytes.push(sumOfBytes(scripts(fetched.filter(({ isAtLoad }) => isAtLoad))));
    shown.push(await page.locator('main').innerText());
    await page.goto(`${url}/sentry-example-page`);
    shown.push((await page.locator('.catalogue').allInnerTexts()).join());
  }
  const [home, rows, homeOfBare, rowsOfBare] = shown;
  expect([homeOfBare, rowsOfBare], 'the bare site has the same pages').toEqual([home, rows]);
  const [ours = NaN, ofBare = NaN] = bytes;
  expect(ours / ofBare, `${ours} bytes, bare ${ofBare}`).toBeLessThanOrEqual(1.03);
});

test('the SDK is not in what the home page loads first, and is there after a failure', async ({
  page,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(/Sample error/);
  const withSdk: string[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script' && isOfSdk(await response.text())) withSdk.push(response.url());
  });
  const fetched = scripts(await loadPage(page, '/'));
  const first = fetched.filter(({ isAtLoad }) => isAtLoad);
  expect(first.length).toBeGreaterThan(0);
  for (const { url, text } of first) expect(isOfSdk(text), url).toBe(false);

  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('Sample error: the budget is tested.'))));
  await expect.poll(() => withSdk, 'what the SDK is known by').not.toEqual([]);
});

for (const address of ['/', '/sentry-example-page']) {
  test(`${address} loads no font, no image over 20 kB, and nothing from elsewhere`, async ({ page, application }) => {
    const fetched = await loadPage(page, address);
    const named = (those: Fetched[]) => those.map(({ url }) => url);
    expect(named(fetched)).toContain(`${application.url}${address}`);
    expect(named(fetched.filter(({ url }) => new URL(url).origin !== application.url))).toEqual([]);
    expect(named(fetched.filter(({ type }) => type === 'font'))).toEqual([]);
    expect(named(fetched.filter(({ type, bytes }) => type === 'image' && bytes > 20_000))).toEqual([]);
  });
}

test('the HTML of the home page is under 12 kB, compressed', async ({ page }) => {
  const [document] = await loadPage(page, '/');
  expect(document?.type).toBe('document');
  expect(document?.bytes).toBeGreaterThan(0);
  expect(document?.bytes).toBeLessThan(12_000);
});
