import { buildSite } from '../../bench/build-site';
import { startProcess, type Application } from '../../support/application';
import { loadPage, sumOfBodyBytes, sumOfBytes, type Fetched } from './page-load';
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
const atLoad = (fetched: Fetched[]) => fetched.filter(({ isAtLoad }) => isAtLoad);
const table = (fetched: Fetched[]) => fetched.map(({ bytes, url }) => `${bytes} ${url}`).join('\n');

test.describe('beside bare Next.js with the same pages', () => {
  test.describe.configure({ mode: 'default' }); // One worker: the bare site is built once.

  test('the bare site has the same pages', async ({ page, application, bare }) => {
    const shownBy = async ({ url }: Application) => {
      await page.goto(`${url}/`);
      const home = await page.locator('main').innerText();
      await page.goto(`${url}/sentry-example-page`);
      return [home, ...(await page.locator('.catalogue').allInnerTexts())];
    };
    expect(await shownBy(bare)).toEqual(await shownBy(application));
  });

  test('the home page has at most 1.03 times the client JS', async ({ page, application, bare }) => {
    const jsOf = async ({ url }: Application) => sumOfBodyBytes(scripts(atLoad(await loadPage(page, `${url}/`))));
    const [ours, ofBare] = [await jsOf(application), await jsOf(bare)];
    expect(ours / ofBare, `${ours} bytes, bare ${ofBare}`).toBeLessThanOrEqual(1.03);
  });

  for (const { when, those } of [
    { when: 'at load', those: atLoad },
    { when: 'after idle', those: (fetched: Fetched[]) => fetched },
  ]) {
    test(`all bytes of the home page ${when} are at most 1.03 times as many`, async ({ page, application, bare }) => {
      const ours = those(await loadPage(page, `${application.url}/`));
      const ofBare = those(await loadPage(page, `${bare.url}/`));
      const ratio = sumOfBytes(ours) / sumOfBytes(ofBare);
      expect(ratio, `${table(ours)}\nbare:\n${table(ofBare)}`).toBeLessThanOrEqual(1.03);
    });
  }
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
  expect(document?.bodyBytes).toBeGreaterThan(0);
  expect(document?.bodyBytes).toBeLessThan(12_000);
});
