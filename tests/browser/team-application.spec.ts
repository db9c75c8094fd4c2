import type { BrowserContext, Page } from 'playwright/test';
import type { Application } from '../support/application';
import { buildSite, startSite } from '../support/built-sites';
import { rawRequest } from '../support/raw-request';
import { routes } from '../sites/team-application/parts/routes';
import { expect, failedToLoad, mayPrint, serverFailure, shownReference } from './fixtures';
import { countMains, expectOneMain } from './mains';
import { testPlaces } from './team-application-places';
import { testThemes } from './team-application-themes';
import { test as base } from './violations';

// An application of a team that knows nothing of Candor's inside: see tests/sites/team-application.

const site = 'team-application';

const test = base.extend<object, { output: string; team: Application }>({
  output: [
    async ({}, provide) => {
      await provide(await buildSite(site));
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  team: [
    async ({ output }, provide) => {
      void output;
      const team = await startSite(site);
      await provide(team);
      await team.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.describe.configure({ mode: 'default', timeout: 300_000 }); // One worker: the site is built once.

/** The scripts of a page that have to run in it. */
const scripts: Record<string, string[]> = {
  '/scripts': ['file', 'file?after', 'file?lazy', 'inline-after', 'inline-before', 'inline-lazy'],
  '/scripts/client': ['analytics', 'analytics-html', 'file?client'],
  '/scripts/tag-manager': ['G-12345', 'file?id=G-12345'],
  '/scripts/rendered': ['element-without-nonce', 'with-nonce', 'without-nonce'],
  '/scripts/on-demand/1': ['on-demand', 'on-demand-element'],
  '/legacy/scripts': ['legacy-after', 'legacy-lazy', 'of-app'],
};
/** Those of them that a navigation inserts. Elements run only in a document, and `beforeInteractive` is before any. */
const inserted: Record<string, string[]> = {
  ...scripts,
  '/scripts': ['file?after', 'file?lazy', 'inline-after', 'inline-lazy'],
  '/scripts/rendered': ['with-nonce', 'without-nonce'],
  '/scripts/on-demand/1': ['on-demand'],
};

async function expectHydrated(page: Page, route: string, expected = scripts): Promise<void> {
  const marks = page.locator('[data-mark]');
  await expect(marks.first(), route).toHaveAttribute('data-hydrated', 'true');
  await expect(page.locator('[data-hydrated="false"]'), route).toHaveCount(0);
  const name = await marks.first().innerText();
  await marks.first().click();
  await expect(marks.first(), route).toHaveText(name.replace(/\d+$/, (count) => String(Number(count) + 1)));
  if (expected[route] === undefined) return;
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { ran?: string[] }).ran?.sort()))
    .toEqual(expect.arrayContaining(expected[route]));
}

// What was made again comes from the cache at its visit. Those of `ordinary-pages.spec.ts` come from the build.
test('every page hydrates and runs its scripts after it was made again, without a violation', async ({
  page,
  violations,
  team,
}) => {
  await makeAgain(team.url);
  for (const route of routes) {
    await page.goto(`${team.url}${route}`, { waitUntil: 'domcontentloaded' });
    await expectHydrated(page, route);
    expect(violations, route).toEqual([]);
  }
});

/** Has every cached page made again, and resolves when they are. */
async function makeAgain(address: string): Promise<void> {
  const revalidate = (what: { path: string } | { tag: string }) =>
    fetch(`${address}/api/revalidate`, { method: 'POST', body: JSON.stringify(what) });
  for (const route of routes) await revalidate({ path: new URL(route, address).pathname });
  await revalidate({ tag: 'news' });
  await requestAll(address);
}

async function requestAll(address: string): Promise<void> {
  for (const route of routes) await (await fetch(`${address}${route}`)).text();
}

test('every page hydrates after a navigation from home, under its policy', async ({ page, violations, team }) => {
  const home = page.locator('h1', { hasText: /^Team$/ });
  await page.goto(team.url);
  for (const route of routes) {
    await expectHydrated(page, '/');
    await page.locator(`a[href="${route}"]`).click();
    await expect(home, route).toHaveCount(0);
    await expectHydrated(page, route, inserted);
    expect(violations, route).toEqual([]);
    await page.goBack();
    await expect(home, route).toBeVisible();
  }
  await page.goForward();
  await expect(home).toHaveCount(0);
  await expectHydrated(page, routes.at(-1) ?? '', {});
  expect(violations).toEqual([]);
});

test('what the pages show and do is there', async ({ page, context, violations, team }) => {
  const { url } = team;
  await page.goto(`${url}/about`);
  await expect(page.locator('html')).toHaveAttribute('data-flash', 'ran');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

  const follow = async (path: string) => {
    await page.goto(`${url}/`);
    await page.locator(`a[href="${path}"]`).click();
  };
  const open = (path: string) => page.goto(url + path);
  const expectGreen = async (...names: string[]) => {
    for (const name of names) await expect(page.locator(`.${name}`)).toHaveCSS('color', 'rgb(0, 128, 0)');
  };
  await follow('/styled');
  await expectGreen('own', 'hoisted', 'jsx');
  for (const go of [open, follow]) {
    await go('/css-in-js');
    await expectGreen('by-styled-components', 'by-emotion');
    await go('/toasts');
    await page.getByRole('button', { name: 'Sonner' }).click();
    await expect(page.locator('[data-sonner-toast]')).toHaveCSS('position', 'absolute');
    await page.getByRole('button', { name: 'Hot' }).click();
    await expect(page.getByRole('status')).toHaveCSS('display', 'flex');
  }
  await follow('/gallery');
  for (const picture of await page.locator('img').all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);

  for (const path of ['/worker', '/wasm']) {
    await page.goto(url + path);
    await expect(page.locator('[data-answer]')).toHaveText('42');
  }
  await page.goto(`${url}/lazy`);
  await expect(page.locator('[data-lazy]')).toHaveText('/lazy');
  const embedded = page.waitForRequest('https://video.test/embed/1');
  await page.goto(`${url}/embed`);
  await embedded;

  await page.goto(`${url}/todo`);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.locator('[data-state-of-todo]')).toHaveText('added milk');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/cleared$/);
  await page.goto(`${url}/search?q=x`);
  await page.getByRole('textbox').fill('y');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.locator('[data-found]')).toHaveText('y');
  await page.goto(`${url}/board`);
  await page.getByRole('link', { name: 'Photo' }).click();
  await expect(page.getByRole('dialog').locator('[data-hydrated="true"]')).toBeVisible();
  await expectDraft(context, page, url);
  expect(violations).toEqual([]);
});

/** A draft is rendered for each request, at the address of a page that is cached. */
async function expectDraft(context: BrowserContext, page: Page, url: string): Promise<void> {
  await context.request.post(`${url}/api/draft`);
  await page.goto(`${url}/preview`);
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expectHydrated(page, '/preview');
}

test('next-themes without a nonce sets the theme first', async ({ page, violations, team }) => {
  mayPrint(page, /Failed to load resource: net::ERR_FAILED/);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.route('**/_next/static/**/*.js', (route) => route.abort()); // So that nothing but the page itself sets it.
  for (const path of ['/about', '/scripts/on-demand/2', '/search?q=x']) {
    await page.goto(`${team.url}${path}`, { waitUntil: 'commit' });
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', 'dark');
    expect(violations, path).toEqual([]);
  }
});

testThemes(test);
testPlaces(test);

const [png, json] = ['image/png', 'application/json'];
const types = {
  ...{ '/favicon.ico': 'image/x-icon', '/icon.png': png, '/opengraph-image': png, '/sitemap.xml': 'application/xml' },
  ...{ '/manifest.webmanifest': 'application/manifest+json', '/_next/image?url=%2Fteam.png&w=32&q=75': png },
  ...{ '/api/time': json, '/api/items/1': json },
  ...{ '/api/stream': 'text/plain; charset=utf-8', '/api/download': 'text/csv' },
};

test('handlers and files are sent as they are', async ({ team, page }) => {
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await rawRequest(team.url, { path });
    expect([status, headers['content-type']], path).toEqual([200, type]);
  }
  const raw = await fetch(`${team.url}/api/legacy`, { method: 'POST', body: 'raw' });
  expect(await raw.json()).toEqual({ size: 3 });
  const signed = await fetch(`${team.url}/api/webhook`, { method: 'POST', body: Buffer.from([0, 255]) });
  expect(await signed.json()).toEqual({ signature: expect.stringMatching(/^[0-9a-f]{64}$/) });

  await page.goto(`${team.url}/about`);
  const first = await page.evaluate(async () => {
    const events = new EventSource('/api/events');
    const message = await new Promise<MessageEvent>((resolve) => (events.onmessage = resolve));
    return Number(message.data);
  });
  expect(first).toBeGreaterThan(0);
});

test('the error page and the document of the team’s own Pages Router stay, and show the reference', async ({
  page,
  violations,
  team,
}) => {
  mayPrint(page, failedToLoad(500));
  const response = await page.goto(`${team.url}/legacy/props?fail`);
  expect(response?.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The team is sorry (500)');
  await expect(page.locator('html')).toHaveAttribute('data-document', 'of-team');
  const digest = await shownReference(page, 'Digest');
  expect(response?.headers()['error-digest']).toBe(digest);
  await team.waitForLog((line) => line.digest === digest);
  expect(team.log.filter((line) => line.digest === digest)).toHaveLength(1);
  await page.getByRole('link', { name: 'Legacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Legacy');
  expect(violations).toEqual([]);
});

test('a global-error of the team’s own shows the reference of each failure, which is reported once', async ({
  page,
  violations,
  output,
  service,
}) => {
  void output;
  mayPrint(page, ...serverFailure);
  const { url, stop } = await startSite(site, { SENTRY_DSN: service.dsn });
  const isReported = async (label: 'Digest' | 'Event') => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await expect(page).toHaveTitle('Something went wrong');
    const id = await shownReference(page, label);
    await service.waitForEvent(({ event_id }) => event_id === id);
    return id;
  };
  await page.goto(`${url}/fails`);
  const fail = page.getByRole('button', { name: 'Fail' });
  await fail.click();
  const inBrowser = await isReported('Event');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(fail).toBeVisible();

  const response = await page.goto(`${url}/fails?on=server`);
  expect(response?.status()).toBe(500);
  const onServer = await isReported('Digest');
  expect(service.arrivals.flatMap(({ event }) => event?.event_id ?? [])).toEqual([inBrowser, onServer]);
  expect(violations).toEqual([]);
  await page.goto('about:blank'); // It would report to the server that is gone.
  await stop();
});

test('the 404 of a static page is kept by no cache in front', async ({ team }) => {
  for (const request of [{ path: '/gone' }, { path: '/gone?_rsc', headers: { RSC: '1' } }]) {
    const { status, headers } = await rawRequest(team.url, request);
    expect([status, headers['x-nextjs-cache']]).toEqual([404, 'HIT']);
    expect(headers['cache-control']).toContain('no-store');
  }
});

for (const { does, status, title, end } of [
  { does: 'not-found', status: 404, title: 'Page not found', end: 'of the server, for Next shows nothing' },
  { does: 'throws', status: 500, title: 'Something went wrong', end: 'of global-error' },
]) {
  test(`one screen is there in every frame where the root layout fails (${does}): in the end that ${end}`, async ({
    page,
    violations,
    output,
    service,
  }) => {
    void output;
    mayPrint(page, ...serverFailure, failedToLoad(status), /Minified React error #441/);
    const { url, stop } = await startSite(site, { SENTRY_DSN: service.dsn, ROOT_LAYOUT: does });
    await countMains(page);
    expect((await page.goto(`${url}/account`))?.status()).toBe(status);
    await expect(page.locator('h1:focus'), 'scripts have run').toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('meta[name=viewport]')).toHaveCount(status === 404 ? 1 : 0);
    await expectOneMain(page);
    expect(violations).toEqual([]);
    await page.goto('about:blank'); // It would report to the server that is gone.
    await stop();
  });
}
