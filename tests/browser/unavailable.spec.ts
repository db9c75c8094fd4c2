import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright/test';
import { siteLanguages } from '../../candor/src/build/languages';
import { triesByItself, unavailablePage } from '../../candor/src/build/unavailable-page';
import { directionOf } from '../../candor/src/shared/languages';
import { builtInWords } from '../../candor/src/shared/words/built-in';
import { runNginx, startNginx } from '../support/nginx';
import { expectAccessible } from './check-axe';
import { control, expect, expecting, failedToLoad, test as base } from './fixtures';

/** Stands in for a proxy and the site behind it, and notes all that it is asked for. */
type Site = {
  url: string;
  asked: string[];
  isDown: (request: string) => boolean;
  page: string;
};

const inAllLanguages = unavailablePage({
  ...siteLanguages({ languages: ['en', 'de', 'fr', 'ar'] }, '/shop'),
  titleEnd: ' · Shop',
  probe: '/shop/monitoring',
});

const english = builtInWords('en');
const fault = `${english.notRespondingText} ${english.ifSent}`;
const byItself = triesByItself.get('en')!;
const ofSite =
  '<!DOCTYPE html><link rel="icon" href="data:,"><title>Shop</title><h1>The shop</h1><form method="post"><button>Buy</button></form>';

const test = base.extend<{ site: Site }>({
  site: async ({ page, withoutScripts }, provide) => {
    const site: Site = { url: 'http://shop.test', asked: [], isDown: () => true, page: inAllLanguages };
    const respond = async (route: Route) => {
      const { pathname, search } = new URL(route.request().url());
      const asked = `${route.request().method()} ${pathname}${search}`;
      site.asked.push(asked);
      const [status, body] = site.isDown(asked) ? [503, site.page] : [200, ofSite];
      await route.fulfill({ status, body, contentType: 'text/html' });
    };
    for (const context of [page.context(), withoutScripts.context()]) await context.route(`${site.url}/**`, respond);
    await provide(site);
  },
});

test.use(expecting(failedToLoad(502), failedToLoad(503)));

const heading = (page: Page) => page.getByRole('heading', { name: english.notResponding });
const siteHeading = (page: Page) => page.getByRole('heading', { name: 'The shop' });
const probe = 'HEAD /shop/monitoring';

async function shortenPauses(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const pauses: number[] = [];
    const wait = window.setTimeout.bind(window) as (run: () => void, ms: number) => number;
    Object.assign(window, {
      pauses,
      setTimeout: (run: () => void, ms: number) => pauses.push(ms) && wait(run, ms / 1_000),
    });
  });
  return () => page.evaluate(() => (window as unknown as { pauses: number[] }).pauses);
}

test('a killed application has the page of the build, and comes back', async ({ page, request, start, folder }) => {
  const application = await start();
  const nginx = await startNginx([application.port], join(folder, '.next/unavailable.html'));
  const address = `${nginx.url}/failing-page`;
  await page.goto(address);
  await expect(control(page, 'browser-error')).toBeVisible();

  await page.goto('about:blank'); // It asks for nothing any more.
  await shortenPauses(page);
  await application.terminate('SIGKILL');
  const response = await page.goto(address);
  expect(response?.status()).toBe(502);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '5' };
  expect(response?.headers()).toMatchObject(headers);
  expect(await response?.text()).toBe(readFileSync(join(folder, '.next/unavailable.html'), 'utf8'));
  await expect(heading(page)).toBeVisible();
  const problem = await request.post(address, { headers: { Accept: 'application/json' }, data: 'x' });
  expect(problem.headers()).toMatchObject({ 'content-type': 'application/problem+json' });
  expect(await problem.json()).toMatchObject({ status: 502, detail: expect.stringContaining('is not known') });
  const others = await request.get(address, { headers: { Accept: '*/*' } });
  expect([others.status(), others.headers()['content-type']]).toEqual([502, 'text/plain']);

  await start({ PORT: String(application.port) });
  await expect(control(page, 'browser-error')).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(address);
  expect((await request.get(`${nginx.url}/candor-unavailable`)).status(), 'it has no address').toBe(404);
  await page.goto('about:blank');
  await nginx.stop();
});

test('the service of docs/kubernetes gives each client what it accepts', async ({ request, folder }) => {
  const manifest = readFileSync(join(import.meta.dirname, '../../docs/kubernetes/unavailable.yaml'), 'utf8');
  const [, configuration = ''] = /default\.conf: \|\n((?: {4}.*\n|\n)+)/.exec(manifest)!;
  const page = readFileSync(join(folder, '.next/unavailable.html'), 'utf8');
  const nginx = await runNginx({
    files: { 'unavailable.html': page },
    configure: ({ folder: place, port }) =>
      configuration.replace('/srv/unavailable', place).replace('listen 8080', `listen 127.0.0.1:${port}`),
  });
  for (const [format, type, content] of [
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8', page],
    ['application/json', 'application/problem+json', '"status":503'],
    ['*/*', 'text/plain', 'check whether it went through'],
  ] as const)
    for (const method of ['GET', 'POST']) {
      const headers = { 'X-Format': format, 'X-Code': '502' };
      const response = await request.fetch(`${nginx.url}/any/path?x=1`, { method, headers });
      expect(response.status()).toBe(503);
      const kept = { 'content-type': type, 'cache-control': 'no-store', 'retry-after': '5' };
      expect(response.headers()).toMatchObject(kept);
      expect(await response.text()).toContain(content);
    }
  expect((await request.get(`${nginx.url}/healthz`)).status()).toBe(204);
  await nginx.stop();
});

test('the page tries after 5 to 30 seconds until the site responds', async ({ page, site }) => {
  const pausesOf = await shortenPauses(page);
  await page.goto(`${site.url}/shop/a`);
  await expect.poll(async () => (await pausesOf()).length).toBeGreaterThan(20);
  const pauses = await pausesOf();
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
  expect(new Set(pauses).size, 'each visitor at another time').toBeGreaterThan(20);
  expect(new Set(site.asked)).toEqual(new Set(['GET /shop/a', probe]));
  await expect(page.locator('[aria-live], [role=status], [role=alert]'), 'nothing is announced').toHaveCount(0);
  for (const path of ['/shop/a', '//x?z=1#y']) {
    site.isDown = () => true;
    await page.goto(site.url + path);
    await expect(heading(page)).toBeVisible();
    site.isDown = () => false;
    await expect(siteHeading(page)).toBeVisible();
    expect(page.url()).toBe(site.url + path);
  }
});

test('what was posted is never posted again, but opened with GET', async ({ page, site }) => {
  await shortenPauses(page);
  site.isDown = () => false;
  await page.goto(`${site.url}/shop/buy?item=1#part`);
  site.isDown = () => true;
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(fault)).toBeVisible();
  await expect(page.getByText(byItself)).toBeVisible();
  await page.evaluate(() => history.replaceState(null, '', '#part'));
  site.isDown = () => false;
  await expect(siteHeading(page)).toBeVisible();
  expect(page.url()).toBe(`${site.url}/shop/buy?item=1#part`);
  const [first, posted, ...later] = site.asked;
  expect([first, posted]).toEqual(['GET /shop/buy?item=1', 'POST /shop/buy?item=1']);
  expect(new Set(later)).toEqual(new Set([probe, 'GET /shop/buy?item=1']));
});

test('the page speaks the language of the path, the cookie or the browser', async ({ browser }) => {
  for (const [path, cookie, locale, lang] of [
    ['/shop/fr/a', 'de', 'ar', 'fr'],
    ['/shop/a', 'de-CH', 'ar', 'de'],
    ['/shop/a', '', 'ar-EG', 'ar'],
    ['/shop/ja/a', '', 'ja-JP', 'en'],
  ] as const) {
    const context = await browser.newContext({ locale });
    const [url, body] = ['http://shop.test', inAllLanguages];
    await context.route(`${url}/**`, (route) => route.fulfill({ status: 503, body, contentType: 'text/html' }));
    if (cookie) await context.addCookies([{ name: 'NEXT_LOCALE', value: cookie, url }]);
    const page = await context.newPage();
    await page.goto(url + path);
    const { notResponding } = builtInWords(lang);
    await expect(page.locator(`html[lang=${lang}][dir=${directionOf(lang)}]`)).toBeAttached();
    await expect(page).toHaveTitle(`${notResponding} · Shop`);
    await expect(page.getByRole('heading', { name: notResponding })).toBeVisible();
    if (lang === 'ar') await expectAccessible(page, {});
    await context.close();
  }
});

test('without scripts the page says the same in the default language', async ({ withoutScripts: page, site }) => {
  site.isDown = (asked) => asked.startsWith('POST');
  site.page = inAllLanguages.replace('content="30"', 'content="1"');
  await page.goto(`${site.url}/shop/de/buy`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main')).toHaveText(`${english.notResponding}${fault}${byItself}${english.again}`);
  await expect(siteHeading(page)).toBeVisible();
  expect(site.asked).toEqual(['GET /shop/de/buy', 'POST /shop/de/buy', 'GET /shop/de/buy']);
});
