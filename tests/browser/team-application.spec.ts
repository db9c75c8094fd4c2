import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { startProcess, type Application } from '../support/application';
import { layOver } from '../support/lay-over';
import { rawRequest } from '../support/raw-request';
import { buildByNext, makeSiteFolder, siteFolder } from '../support/site-folder';
import { routes } from '../sites/team-application/parts/routes';
import { expectAccessible } from './check-axe';
import { countMains, eventState, expect, expecting, expectOneMain, failedToLoad, provideStart } from './fixtures';
import { provideStarted, serverFailure, shownReference, test as base } from './fixtures';

const site = 'team-application';
const standalone = join(siteFolder(site), '.next/standalone');
const startSite = (settings: Record<string, string>) =>
  startProcess(() => [join(standalone, 'server.js')], settings, siteFolder(site));

const test = base.extend<object, { team: Application }>({
  team: [
    async ({}, provide) => {
      const folder = await makeSiteFolder(site);
      await layOver(folder, site, []);
      await buildByNext(folder, {}); // By Next's own command alone.
      for (const files of ['public', '.next/static'])
        await cp(join(folder, files), join(standalone, files), { recursive: true });
      await provideStarted(startSite({}), provide);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  start: ({ team }, provide) => {
    void team; // It has made the build.
    return provideStart((settings = {}) => startSite(settings), provide);
  },
});
test.describe.configure({ mode: 'default', timeout: 300_000 }); // One worker: the site is built once.

test.use(expecting(...serverFailure, failedToLoad(404)));

const scripts: Record<string, string[]> = {
  '/scripts': ['file', 'file?after', 'file?lazy', 'inline-after', 'inline-before', 'inline-lazy'],
  '/scripts/client': ['G-12345', 'analytics', 'analytics-html', 'file?client', 'file?id=G-12345'],
  '/scripts/rendered': ['element-without-nonce', 'with-nonce', 'without-nonce'],
  '/scripts/on-demand/1': ['on-demand', 'on-demand-element'],
  '/legacy/scripts': ['legacy-after', 'legacy-lazy', 'of-app'],
};
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
  const name = await marks.first().getAttribute('data-mark'); // A part that comes late may stand before it.
  const mark = page.locator(`[data-mark="${name}"]`).first();
  const text = await mark.innerText();
  await mark.click();
  await expect(mark, route).toHaveText(text.replace(/\d+$/, (count) => String(Number(count) + 1)));
  if (expected[route] === undefined) return;
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { ran?: string[] }).ran?.sort()))
    .toEqual(expect.arrayContaining(expected[route]));
}

// What was made again comes from the cache at its visit. Those of `policy.spec.ts` come from the build.
test('every page hydrates and runs its scripts after it was made again', async ({ page, violations, team }) => {
  const revalidate = (what: { path: string } | { tag: string }) =>
    fetch(`${team.url}/api/revalidate`, { method: 'POST', body: JSON.stringify(what) });
  for (const route of routes) await revalidate({ path: new URL(route, team.url).pathname });
  await revalidate({ tag: 'news' });
  for (const route of routes) await (await fetch(team.url + route)).text();
  for (const route of routes) {
    await page.goto(`${team.url}${route}`, { waitUntil: 'domcontentloaded' });
    await expectHydrated(page, route);
    expect(violations, route).toEqual([]);
  }
});

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

test('what the pages show and do is there', async ({ page, context, violations, team: { url } }) => {
  const open = (path: string) => page.goto(url + path);
  const embedded = page.waitForRequest('https://video.test/embed/1');
  await open('/');
  await page.locator('a[href="/gallery"]').click();
  for (const name of ['own', 'hoisted']) await expect(page.locator(`.${name}`)).toHaveCSS('color', 'rgb(0, 128, 0)');
  for (const picture of await page.locator('img').all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
  await embedded;

  await open('/worker');
  await expect(page.locator('[data-answer]')).toHaveText('42 42');
  await expect(page.locator('[data-lazy]')).toHaveText('/worker');
  await open('/todo');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.locator('[data-state-of-todo]')).toHaveText('added milk');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/cleared$/);
  await open('/search?q=x');
  await page.getByRole('textbox').fill('y');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.locator('[data-found]')).toHaveText('y');
  await open('/board');
  await page.getByRole('link', { name: 'Photo' }).click();
  await expect(page.getByRole('dialog').locator('[data-hydrated="true"]')).toBeVisible();

  await context.request.post(`${url}/api/draft`); // A draft is rendered for each request, at the address of a cached page.
  await open('/preview');
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expectHydrated(page, '/preview');
  expect(violations).toEqual([]);
});

test('next-themes without a nonce sets the theme first', async ({ page, violations, team }) => {
  await storeDarkTheme(page);
  await page.route('**/_next/static/**/*.js', (route) => route.fulfill({ body: '' })); // Nothing but the page itself sets it.
  for (const path of ['/about', '/scripts/on-demand/2', '/search?q=x']) {
    await page.goto(`${team.url}${path}`, { waitUntil: 'commit' });
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('html'), 'a script of the layout').toHaveAttribute('data-flash', 'ran');
    expect(violations, path).toEqual([]);
  }
});

async function storeDarkTheme(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
}

const failed = 'Something went wrong';
const failing = [
  { path: '/themes?on=server', title: failed }, // On the server.
  { path: '/no/such/address', title: 'Page not found' }, // Above all layouts.
  { path: '/themes', title: failed, fails: 'at a press' },
  { path: '/themes/part', title: failed, fails: 'at a press' },
];

test('a screen is dark, as stored, and what comes back too', async ({ page, withoutScripts, violations, team }) => {
  await storeDarkTheme(page);
  await withoutScripts.context().addCookies([{ name: 'theme', value: 'dark', url: team.url }]);
  await withoutScripts.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(noteShownThemes);
  for (const { path, title, fails } of failing) {
    await page.goto(team.url + path);
    const html = page.locator('html');
    const before = (await html.getAttribute('class')) ?? '';
    if (fails) await page.getByRole('button', { name: 'Fail' }).click();
    await expect(page.getByRole('heading', { name: title }), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('.screen, .segment-error'), path).toHaveCSS('color-scheme', 'dark');
    const shown = () => page.evaluate(() => [...(window as unknown as { shownThemes: Set<string> }).shownThemes]);
    await expect.poll(shown, path).toEqual(['dark']);
    await expect(html).toHaveAttribute('lang', 'en');
    if (fails) {
      await expect(html).toHaveClass(before);
      await expect(eventState(page)).toHaveText('off'); // What gives the theme back is loaded with it.
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('heading', { name: 'Fails' })).toBeVisible();
      await expect(html).toHaveClass(before);
    }
    await expect(html).toHaveAttribute('data-theme', 'dark');
    expect(violations, path).toEqual([]);
    if (fails) continue;
    await withoutScripts.goto(team.url + path);
    await expect(withoutScripts.getByRole('heading', { name: title })).toBeVisible();
    await expect(withoutScripts.locator('.screen')).toHaveCSS('color-scheme', 'dark');
  }
});

function noteShownThemes(): void {
  const shownThemes = new Set<string>();
  Object.assign(window, { shownThemes });
  const note = () => {
    const screen = document.querySelector('.screen, .segment-error');
    if (screen) shownThemes.add(getComputedStyle(screen).colorScheme);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

const places = ['card', 'column', 'cell', 'drawer', 'toast'];

/** Words as they are in other languages, none of which is to be wider than its place. */
const languages = {
  German: { dir: 'ltr', words: 'Rechtsschutzversicherungsgesellschaften Wiederherstellungsmöglichkeitsprüfung' },
  Arabic: { dir: 'rtl', words: 'حدث خطأ ما أثناء تحميل هذه الصفحة' },
};
const windows = {
  '320 px wide': { width: 320, height: 640 },
  'a laptop': { width: 1280, height: 800 },
  'a laptop at 400 %': { width: 320, height: 200 },
};

test('a failure in a small place fits, is announced once, and is printed', async ({ page, violations, team }) => {
  await page.addInitScript(noteAnnounced);
  await page.goto(`${team.url}/places`);
  await expect(page.locator('[data-hydrated="true"]')).toBeVisible();
  const button = page.getByRole('button', { name: 'Fail everywhere' });
  await button.click();
  await expect(eventState(page)).toHaveText(places.map(() => 'off'));
  await expect(button, 'no failure takes a focus that is somewhere else').toBeFocused();
  const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  const sentence = /^Something went wrongApplication error: a client-side exception .*\)\.$/;
  expect(announced).toEqual(places.map(() => expect.stringMatching(sentence) as unknown));
  await expectAccessible(page, {});
  expect(violations).toEqual([]);

  const references = page.getByText(/^Event: [0-9a-f]{32}$/);
  await page.emulateMedia({ media: 'print', colorScheme: null });
  await expect(references.filter({ visible: true })).toHaveCount(places.length);
  const controls = page.locator('.segment-error').locator('button, textarea, a');
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  expect(await page.evaluate(widerThanTheirPlace)).toEqual([]);
  await page.emulateMedia({ media: null, reducedMotion: 'reduce' });

  const found: string[] = [];
  for (const [language, { dir, words }] of Object.entries(languages)) {
    await page.evaluate(writeInstead, { dir, words });
    for (const [what, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors });
        const wider = await page.evaluate(widerThanTheirPlace);
        found.push(...wider.map((one) => `${one}: ${language}, ${what}, forced colours ${forcedColors}`));
      }
    }
  }
  expect(found).toEqual([]);
});

function writeInstead({ dir, words }: { dir: string; words: string }): void {
  document.documentElement.dir = dir;
  for (const failure of document.querySelectorAll('.segment-error')) {
    const texts = document.createTreeWalker(failure, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (!text.parentElement?.closest('code') && text.nodeValue?.trim()) text.nodeValue = words;
  }
}

function widerThanTheirPlace(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-place]'), document.documentElement];
  return all
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ dataset, scrollWidth, clientWidth }) => `${dataset.place ?? 'page'} ${scrollWidth} > ${clientWidth}`);
}

/** Notes what screen readers hear of alerts: those that come, and what is written into one later. */
function noteAnnounced(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  new MutationObserver((changes) => {
    const alerts = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest('[role="alert"]');
      if (around) alerts.add(around);
      const added = [...addedNodes].filter((node) => node instanceof Element);
      for (const alert of added.flatMap((node) => [node, ...node.querySelectorAll('*')]))
        if (alert.getAttribute('role') === 'alert') alerts.add(alert);
    }
    announced.push(...Array.from(alerts, ({ textContent }) => textContent));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test('handlers and files are sent as they are, and a 404 is kept by no cache', async ({ team: { url }, page }) => {
  for (const path of ['/favicon.ico', '/_next/image?url=%2Fteam.png&w=32&q=75']) {
    const { status, headers } = await rawRequest(url, { path });
    expect([status, headers['content-type']], path).toEqual([200, expect.stringMatching(/^image\/(x-icon|png)$/)]);
  }
  for (const request of [{ path: '/gone' }, { path: '/gone?_rsc', headers: { RSC: '1' } }]) {
    const { status, headers } = await rawRequest(url, request);
    expect([status, headers['x-nextjs-cache']]).toEqual([404, 'HIT']);
    expect(headers['cache-control']).toContain('no-store');
  }
  const raw = await fetch(`${url}/api/legacy`, { method: 'POST', body: 'raw' });
  expect(await raw.json()).toEqual({ size: 3 });

  await page.goto(`${url}/about`);
  const first = await page.evaluate(async () => {
    const events = new EventSource('/api/events');
    const message = await new Promise<MessageEvent>((resolve) => (events.onmessage = resolve));
    return Number(message.data);
  });
  expect(first).toBeGreaterThan(0);
});

test('screens of the team’s own show the reference of each failure', async ({ page, violations, start, service }) => {
  const { url, log } = await start({ SENTRY_DSN: service.dsn });
  const opened = await page.goto(`${url}/legacy/props?fail`);
  expect(opened?.status()).toBe(500);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The team is sorry (500)');
  await expect(page.locator('html')).toHaveAttribute('data-document', 'of-team');
  const ofPages = await shownReference(page, 'Digest');
  expect(opened?.headers()['error-digest']).toBe(ofPages);
  await page.getByRole('link', { name: 'Legacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Legacy');

  const shown = async (label: 'Digest' | 'Event') => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(failed);
    await expect(page).toHaveTitle(failed);
    const id = await shownReference(page, label);
    await service.waitForEvent(({ event_id }) => event_id === id);
    return id;
  };
  await page.goto(`${url}/fails`);
  const fail = page.getByRole('button', { name: 'Fail' });
  await fail.click();
  const inBrowser = await shown('Event');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(fail).toBeVisible();
  expect((await page.goto(`${url}/fails?on=server`))?.status()).toBe(500);
  const onServer = await shown('Digest');
  expect(service.arrivals.flatMap(({ event }) => event?.event_id ?? [])).toEqual([ofPages, inBrowser, onServer]);
  expect(log.map(({ digest }) => digest).filter((digest) => digest)).toEqual([ofPages, onServer]);
  expect(violations).toEqual([]);
});

for (const { does, status, title } of [
  { does: 'not-found', status: 404, title: 'Page not found' },
  { does: 'throws', status: 500, title: failed },
]) {
  test(`one screen is there in every frame where the root layout ${does}`, async ({ page, violations, start }) => {
    const { url } = await start({ ROOT_LAYOUT: does });
    await countMains(page);
    expect((await page.goto(`${url}/account`))?.status()).toBe(status);
    await expect(page.locator('h1:focus'), 'scripts have run').toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('meta[name=viewport]')).toHaveCount(status === 404 ? 1 : 0);
    await expectOneMain(page);
    expect(violations).toEqual([]);
  });
}
