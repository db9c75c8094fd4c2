import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright/test';
import { unavailableDocument } from '../../candor/src/build/unavailable/unavailable-document';
import { wordsFor, type UnavailableWords } from '../../candor/src/build/unavailable/words';
import { runNginx, startNginx } from '../support/nginx';
import { expectAccessible } from './check-axe';
import { control, expect, failedToLoad, mayPrint, provideStart, test as base } from './fixtures';
import { expectShownThemes, noteShownThemes, storeTheme } from './shown-themes';

/** Stands in for a proxy and the site behind it, and notes all that it is asked for. */
type Site = {
  url: string;
  asked: string[];
  /** How it responds: with the page for a site that does not respond, or as the site. */
  isDown: (request: string) => boolean;
  page: string;
};

const written = (words: readonly UnavailableWords[]) =>
  unavailableDocument({
    words,
    look: undefined,
    titleEnd: ' · Shop',
    themeKey: 'theme',
    basePath: '/shop',
    probe: '/shop/monitoring',
    languageCookie: 'NEXT_LOCALE',
  });
const inAllLanguages = written(wordsFor(['en', 'de', 'fr', 'ar']));

const english = wordsFor(['en'])[0]!;
const ofSite =
  '<!DOCTYPE html><link rel="icon" href="data:,"><title>Shop</title><h1>The shop</h1><form method="post"><button>Buy</button></form>';

type Nginx = Awaited<ReturnType<typeof startNginx>>;

/** Both are stopped after the page, which would complain on its console otherwise. */
type Servers = { site: Site; runProxy: (start?: () => Promise<Nginx>) => Promise<Nginx> };

const test = base.extend<Servers & { expectedOnConsole: RegExp[] }>({
  runProxy: [({}, provide) => provideStart((start?: () => Promise<Nginx>) => start!(), provide), { auto: true }],
  site: [
    async ({}, provide) => {
      const site: Site = { url: '', asked: [], isDown: () => true, page: inAllLanguages };
      const server = createServer((request, response) => {
        const asked = `${request.method} ${request.url}`;
        site.asked.push(asked);
        const isDown = site.isDown(asked);
        response.writeHead(isDown ? 503 : 200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' });
        response.end(isDown ? site.page : ofSite);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await provide(site);
      server.closeAllConnections();
      server.close();
    },
    { auto: true },
  ],
  expectedOnConsole: async ({}, provide) => provide([failedToLoad(503)]),
});

const heading = (page: Page) => page.getByRole('heading', { name: english.title });
const siteHeading = (page: Page) => page.getByRole('heading', { name: 'The shop' });
const probe = 'HEAD /shop/monitoring';

/** Notes for how long the page waits, and lets it wait a thousandth of that. */
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

/** Lets a test say whether the page is seen. */
async function controlVisibility(page: Page): Promise<(isHidden: boolean) => Promise<void>> {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => document.documentElement.dataset.seen !== 'yes' });
  });
  return (isHidden) =>
    page.evaluate(
      (seen) => {
        document.documentElement.dataset.seen = seen;
        document.dispatchEvent(new Event('visibilitychange'));
      },
      isHidden ? 'no' : 'yes',
    );
}

test('the application is killed: a browser gets the page of the build, programs a problem, and the site comes back by itself', async ({
  page,
  request,
  start,
  runProxy,
  folder,
}) => {
  mayPrint(page, failedToLoad(502));
  const application = await start();
  const nginx = await runProxy(() => startNginx([application.port], join(folder, '.next/unavailable.html')));
  const address = `${nginx.url}/failing-page`;
  await page.goto(address);
  await expect(control(page, 'browser-error')).toBeVisible();
  const look = await lookOf(page);

  await page.goto('about:blank'); // It asks for nothing any more.
  await application.terminate('SIGKILL');
  const response = await page.goto(address);
  expect(response?.status()).toBe(502);
  expect(response?.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '5',
  });
  expect(await response?.text()).toBe(readFileSync(join(folder, '.next/unavailable.html'), 'utf8'));
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(/^Next try at \d/)).toBeVisible();
  expect(await lookOf(page)).toEqual(look);
  const problem = await request.post(address, { headers: { Accept: 'application/json' }, data: 'x' });
  expect(problem.headers()).toMatchObject({ 'content-type': 'application/problem+json' });
  expect(await problem.json()).toMatchObject({ status: 502, detail: expect.stringContaining('is not known') });
  const others = await request.get(address, { headers: { Accept: '*/*' } });
  expect([others.status(), others.headers()['content-type']]).toEqual([502, 'text/plain']);

  await start({ PORT: String(application.port) });
  await expect(control(page, 'browser-error')).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(address);
  expect((await request.get(`${nginx.url}/candor-unavailable`)).status(), 'it has no address').toBe(404);
});

test('the service of docs/kubernetes gives each client of a controller what it accepts, with 503', async ({
  request,
  runProxy,
  folder,
}) => {
  const manifest = readFileSync(join(import.meta.dirname, '../../docs/kubernetes/unavailable.yaml'), 'utf8');
  const [, configuration = ''] = /default\.conf: \|\n((?: {4}.*\n|\n)+)/.exec(manifest)!;
  const page = readFileSync(join(folder, '.next/unavailable.html'), 'utf8');
  const nginx = await runProxy(() =>
    runNginx({
      files: { 'unavailable.html': page },
      configure: ({ folder: place, port }) =>
        configuration.replace('/srv/unavailable', place).replace('listen 8080', `listen 127.0.0.1:${port}`),
    }),
  );
  for (const [format, type, content] of [
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8', page],
    ['application/json', 'application/problem+json', '"status":503'],
    ['*/*', 'text/plain', 'see whether it arrived'],
  ] as const)
    for (const method of ['GET', 'POST']) {
      const headers = { 'X-Format': format, 'X-Code': '502' };
      const response = await request.fetch(`${nginx.url}/any/path?x=1`, { method, headers });
      expect(response.status()).toBe(503);
      expect(response.headers()).toMatchObject({
        'content-type': type,
        'cache-control': 'no-store',
        'retry-after': '5',
      });
      expect(await response.text()).toContain(content);
    }
  expect((await request.get(`${nginx.url}/healthz`)).status()).toBe(204);
});

test('the application itself does not serve the page', async ({ request }) => {
  for (const path of ['/unavailable.html', '/_next/unavailable.html', '/_next/static/unavailable.html'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('the page tries again after pauses that grow to a minute, and asks for nothing else', async ({ page, site }) => {
  const pausesOf = await shortenPauses(page);
  await page.goto(`${site.url}/shop/a`);
  await expect.poll(async () => (await pausesOf()).length).toBeGreaterThan(8);
  const pauses = (await pausesOf()).slice(0, 9);
  [2, 4, 8, 16, 32, 60, 60, 60, 60].forEach((seconds, index) => {
    expect(pauses[index]).toBeGreaterThanOrEqual(seconds * 500);
    expect(pauses[index]).toBeLessThanOrEqual(seconds * 1_000);
  });
  expect(new Set(site.asked)).toEqual(new Set(['GET /shop/a', probe]));
  await expect(page.locator('[aria-live], [role=status], [role=alert]'), 'nothing is announced').toHaveCount(0);
});

test('a page that alone gets no response is opened after pauses that go on growing', async ({ page, site }) => {
  const pauses: number[] = [];
  await page.exposeFunction('notePause', (ms: number) => void pauses.push(ms));
  await page.addInitScript(() => {
    const { notePause } = window as unknown as { notePause: (ms: number) => void };
    const wait = window.setTimeout.bind(window) as (run: () => void, ms: number) => number;
    Object.assign(window, { setTimeout: (run: () => void, ms: number) => wait(run, (notePause(ms), ms / 1_000)) });
  });
  site.isDown = (asked) => asked !== probe;
  await page.goto(`${site.url}/shop/slow`);
  await expect.poll(() => Math.max(...pauses), { timeout: 60_000 }).toBeGreaterThanOrEqual(30_000);
  site.isDown = () => false;
  await expect(siteHeading(page), 'at rest').toBeVisible();
  const opened = site.asked.filter((asked) => asked === 'GET /shop/slow');
  expect(opened.length, 'each time it opens, it is this page again').toBeGreaterThan(4);
});

test('what was posted is never posted again: the address is opened with GET, up to its fragment', async ({
  page,
  site,
}) => {
  site.isDown = () => false;
  await page.goto(`${site.url}/shop/buy?item=1#part`);
  site.isDown = () => true;
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(english.fault)).toBeVisible();
  await expect(page.getByText(english.byItself)).toBeVisible();
  await page.evaluate(() => history.replaceState(null, '', '#part'));
  site.isDown = () => false;
  await expect(siteHeading(page)).toBeVisible();
  expect(page.url()).toBe(`${site.url}/shop/buy?item=1#part`);
  const [first, posted, ...later] = site.asked;
  expect([first, posted, later.at(-1)]).toEqual([
    'GET /shop/buy?item=1',
    'POST /shop/buy?item=1',
    'GET /shop/buy?item=1',
  ]);
  expect(new Set(later)).toEqual(new Set([probe, 'GET /shop/buy?item=1']));
});

test('the link opens the address of the page with GET', async ({ page, site }) => {
  await controlVisibility(page); // Hidden, it does not try by itself.
  site.isDown = (asked) => asked.startsWith('POST');
  await page.goto(`${site.url}/shop/buy?item=1`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('link', { name: english.again }).click();
  await expect(siteHeading(page)).toBeVisible();
  expect(site.asked).toEqual(['GET /shop/buy?item=1', 'POST /shop/buy?item=1', 'GET /shop/buy?item=1']);
});

test('a hidden page waits, and tries again as soon as it is seen', async ({ page, site }) => {
  const setHidden = await controlVisibility(page);
  const pausesOf = await shortenPauses(page);
  await page.goto(`${site.url}/shop/a`);
  await expect.poll(async () => (await pausesOf()).length).toBe(1);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100_000))); // Its own pause is over before.
  expect(site.asked).toEqual(['GET /shop/a']);
  site.isDown = () => false;
  await setHidden(false);
  await expect(siteHeading(page)).toBeVisible();
  expect(site.asked).toEqual(['GET /shop/a', probe, 'GET /shop/a']);
});

test('without a network the page says so, and goes on when there is one', async ({ page, site, context }) => {
  mayPrint(page, /net::ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${site.url}/shop/a`);
  await context.setOffline(true);
  await expect(page.getByText(english.offline)).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  site.isDown = () => false;
  await context.setOffline(false);
  await expect(siteHeading(page)).toBeVisible();
});

for (const { what, path = '/shop/a', cookie, locale = 'en-GB', lang } of [
  { what: 'of the first segment of the path', path: '/shop/fr/a', cookie: 'de', locale: 'ar', lang: 'fr' },
  { what: 'of the cookie', cookie: 'de-CH', locale: 'ar', lang: 'de' },
  { what: 'of the browser', locale: 'ar-EG', lang: 'ar' },
  { what: 'of the application, for one that it lacks', path: '/shop/ja/a', locale: 'ja-JP', lang: 'en' },
]) {
  test(`the page speaks the language ${what}`, async ({ browser, site }) => {
    const context = await browser.newContext({ locale });
    if (cookie) await context.addCookies([{ name: 'NEXT_LOCALE', value: cookie, url: site.url }]);
    const page = await context.newPage();
    await page.goto(site.url + path);
    const words = wordsFor([lang])[0]!;
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.locator('html')).toHaveAttribute('dir', words.dir);
    await expect(page).toHaveTitle(`${words.title} · Shop`);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: words.title })).toBeVisible();
    await expect(page.getByText(words.next.split('{time}')[0]!)).toBeVisible();
    await expectAccessible(page, {});
    await context.close();
  });
}

test('the theme that the visitor has stored is in force from the first frame on', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await storeTheme(page, 'dark');
  await noteShownThemes(page);
  site.page = written(wordsFor(['de']));
  await page.goto(`${site.url}/shop/a`);
  await expectShownThemes(page, 'dark');
});

test('without scripts the page says the same in the default language, and its address is opened with GET', async ({
  browser,
  site,
}) => {
  const page = await pageWithoutScripts(browser);
  site.isDown = (asked) => asked.startsWith('POST');
  site.page = inAllLanguages.replace('content="30"', 'content="1"');
  await page.goto(`${site.url}/shop/de/buy`);
  await page.getByRole('button', { name: 'Buy' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('main')).toHaveText(
    `${english.title}${english.fault}${english.byItself}${english.again}`,
  );
  await expect(siteHeading(page)).toBeVisible();
  expect(site.asked).toEqual(['GET /shop/de/buy', 'POST /shop/de/buy', 'GET /shop/de/buy']);
  await page.context().close();
});

async function pageWithoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  return context.newPage();
}

/** What the application and the page have in common: ground, text and font. */
function lookOf(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() => {
    const { color, fontFamily, backgroundColor } = getComputedStyle(document.body);
    const grounds = [backgroundColor, getComputedStyle(document.documentElement).backgroundColor];
    return [grounds.find((ground) => ground !== 'rgba(0, 0, 0, 0)'), color, fontFamily];
  });
}
