import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright/test';
import { startProcess, type Application, type LogLine } from '../support/application';
import { copyApplication } from '../support/application-copy';
import { layOver } from '../support/lay-over';
import { rawRequest } from '../support/raw-request';
import { italian } from '../sites/team-settings/italian';
import { words as arabic } from '../../candor/src/shared/words/ar';
import { words as german } from '../../candor/src/shared/words/de';
import { words as english } from '../../candor/src/shared/words/en';
import { builtOnce } from '../support/site-folder';
import { takenAway } from '../support/taken-away';
import { waitUntil } from '../support/wait-until';
import { digestOf, eventState, expect, expecting, failedToLoad, mayPrint } from './fixtures';
import { provideStart, provideStarted, redactedServerError, sampleError, serverFailure } from './fixtures';
import { shownReference, test as base } from './fixtures';

const siteName = 'Löwe & Söhne';

type Copy = Awaited<ReturnType<typeof copyApplication>>;

const test = base.extend<object, { copy: Copy }>({
  copy: [
    async ({}, provide) => {
      const copy = await copyApplication('team-settings');
      // Cache Components ask of every page what the application's own need not do without them.
      const own = await readdir(join(copy.folder, 'app'), { withFileTypes: true });
      const routes = own.filter((entry) => entry.isDirectory() && entry.name !== 'monitoring');
      for (const { name } of routes) await rm(join(copy.folder, 'app', name), { recursive: true });
      await layOver(copy.folder, 'team-settings', []);
      await copy.build({ SENTRY_RELEASE: 'team', ...builtOnce });
      await provide(copy);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  application: [
    ({ ingest, copy }, provide) => provideStarted(startSite(copy, { SENTRY_DSN: ingest.dsn }), provide),
    { scope: 'worker' },
  ],
  start: ({ copy }, provide) => provideStart((settings = {}) => startSite(copy, settings), provide),
});
test.describe.configure({ mode: 'default', timeout: 300_000 }); // One worker, so one build.

test.use(expecting(sampleError));

const startSite = (copy: Copy, settings: Record<string, string>) =>
  startProcess(() => [copy.server], settings, copy.folder, '/base/errors');

test('the page for when nothing responds has the site’s name', async ({ page, context, application, copy }) => {
  await context.addCookies([{ name: 'sprache', value: 'ar', url: application.url }]);
  mayPrint(page, failedToLoad(503));
  const body = await readFile(join(dirname(copy.server), '.next/unavailable.html'), 'utf8');
  const unavailable = { status: 503, contentType: 'text/html', body };
  await page.clock.install();
  await page.route('**/base/start', (route) => route.fulfill(unavailable), { times: 1 });
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.goto('/base/start');
  await expect(page).toHaveTitle(`${arabic.notResponding} · ${siteName}`);
  await page.clock.fastForward(30_000);
  expect(new URL((await asked).url()).pathname).toBe('/base/errors');
  await expect(page.getByRole('link', { name: 'On' })).toBeVisible();
});

/** The server makes no page of this slug. */
const failsOnServer = '/base/cached/fails-when-made/a-visit';

const ofTeam = (runtime: string) => ({
  release: `team-${runtime}`,
  tags: { team: 'shop' },
  extra: { changed: `in ${runtime}, password=[masked]` },
});

test('a failure on the server has the options of the team', async ({ page, withoutScripts, reported }) => {
  mayPrint(page, ...serverFailure);
  for (const visitor of [page, withoutScripts]) {
    await visitor.goto(failsOnServer);
    if (visitor === page) await expect(eventState(page)).toHaveText('sent');
    const { line, event } = await reported(await shownReference(visitor, 'Digest'));
    expect(event).toMatchObject(ofTeam('server'));
    expect(line).toMatchObject({ release: 'team-server' });
    await expectScreen(visitor, 'Something went wrong');
  }
});

test('a problem names its state, and the policy has the team’s sources', async ({ page, request, application }) => {
  const failed = await page.request.post('/base/fails/handler');
  const { instance, digest } = (await failed.json()) as { instance: string; digest: string };
  expect(instance).toBe(`/base/errors?event=${digest}`);
  const state = async () => (await fetch(application.url + instance)).json();
  await expect.poll(state).toMatchObject({ event: digest, state: 'sent' });

  const opened = await page.request.post('/base/fails/handler', { headers: { accept: 'text/html' } });
  expect(await opened.text()).toContain('<html lang="de-AT">');

  const headers = (await request.get('/base/fails/browser')).headers();
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    'content-security-policy': expect.stringContaining("form-action 'self' https://pay.test;"),
  });
  expect(headers['content-security-policy']).toMatch(/font-src [^;]*https:\/\/fonts\.test/);
});

test('a failure in the browser has the team’s options, tunnel and home', async ({ page, ingest }) => {
  const toTunnel: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') toTunnel.push(new URL(request.url()).pathname);
  });
  await page.goto('/base/start');
  await page.getByRole('link', { name: 'On' }).click();
  await page.getByRole('button', { name: 'Fail', exact: true }).click();
  await expect(eventState(page)).toHaveText('sent');
  expect(toTunnel).toEqual(['/base/errors']);

  const reference = await shownReference(page, 'Event');
  const event = await ingest.waitForEvent(({ event_id }) => event_id === reference);
  expect(event).toMatchObject(ofTeam('client'));
  expect(JSON.stringify(event.exception)).toContain('"app/fails/browser/page.tsx"');
  await expectScreen(page, 'Something went wrong');
});

test('the document of a failure is in the language of its visitor', async ({ application }) => {
  // languages.test.ts has what decides.
  for (const [accept, host, lang, title, home] of [
    ['nl, it-CH;q=0.9', 'localhost', 'it', italian.failed, italian.home],
    ['en', 'loewe.test', 'ar" dir="rtl', arabic.failed, arabic.home],
    ['nl', 'localhost', 'de-AT', german.failed, 'Zurück zum Anfang'],
  ] as const) {
    const headers = { accept: 'text/html', 'accept-language': accept, host };
    const { status, headers: sent, body } = await rawRequest(application.url, { path: failsOnServer, headers });
    expect(status, lang).toBe(500);
    expect(sent, lang).toMatchObject({ 'content-language': lang.split('"')[0], 'cache-control': 'private, no-store' });
    expect(String(body), lang).toMatch(new RegExp(`^<!DOCTYPE html><html [^>]*lang="${lang}"`));
    for (const text of [`<h1>${title}</h1>`, `<title>${title} · Löwe &#38; Söhne</title>`, `>${home}</a>`])
      expect(String(body), lang).toContain(text);
  }
});

test('a missing page is in the default language, then in that of its page', async ({ page, application }) => {
  const headers = { accept: 'text/html', 'accept-language': 'it' };
  const { headers: sent, body } = await rawRequest(application.url, { path: '/base/nowhere', headers });
  expect(sent).not.toHaveProperty('content-language');
  expect(String(body)).toMatch(new RegExp(`<div lang="de-AT" dir="ltr"[^>]*><main.*>${german.title404}</h1>`));
  expect(String(body)).toContain(`<title>${german.title404} · Löwe &amp; Söhne</title>`);

  mayPrint(page, failedToLoad(404));
  expect((await page.goto('/base/_global-error'))?.status(), 'a page of Next’s own').toBe(404);
  await expect(page).toHaveTitle(new RegExp(`^(${english.title404}|${german.title404}) · ${siteName}$`));
  await page.goto('about:blank'); // What that page has not loaded yet is no part of the next one.
  const loaded: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) loaded.push(await response.text());
  });
  expect((await page.goto('/base/nowhere'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: english.title404 })).toBeFocused();
  await expect(page).toHaveTitle(`${english.title404} · ${siteName}`);
  await expect.poll(() => loaded.filter((text) => text.includes(english.copy)).length).toBe(1);
  expect(loaded.filter((text) => [italian.again, arabic.again].some((words) => text.includes(words)))).toEqual([]);
  await expect(page.locator('main a')).toHaveAttribute('href', '/base/start');
});

async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(`${title} · ${siteName}`);
  const heading = page.getByRole('heading', { name: title });
  expect(await heading.evaluate((element) => element.closest<HTMLElement>('[lang]')?.lang)).toBe('en');
  const home = page.getByRole('link', { name: 'Go to the home page' });
  await expect(home).toHaveAttribute('href', '/base/start');
  await home.click();
  await expect(page.getByRole('heading', { name: 'Where home is' })).toBeVisible();
}

const cached = '/base/cached';
const messageOf = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message;

test('every kind of page hydrates at every visit without violation', async ({ page, request, violations }) => {
  for (const kind of ['shell', 'built', 'on-demand', 'use-cache']) {
    const made = async () => /<time[^>]*>([^<]+)/.exec(await (await request.get(`${cached}/${kind}`)).text())?.[1];
    const visit = async () => {
      await page.goto(`${cached}/${kind}`);
      await expect(page.getByRole('status'), kind).toHaveText('hydrated');
      if (kind === 'shell') await expect(page.locator('.in-shell')).toHaveCSS('color', 'rgb(0, 128, 0)');
      expect(violations, kind).toEqual([]);
    };
    await visit();
    const before = await made();
    if (before) await waitUntil('the page to be made again', async () => (await made()) !== before);
    await visit();
  }
});

test('a part after the shell, and a page that cannot be made, have one digest', async ({ page, request, reported }) => {
  mayPrint(page, redactedServerError, /Minified React error #419/);
  await page.goto(`${cached}/fails`);
  await reported(await shownReference(page, 'Digest'));
  const digests = [];
  for (const visit of ['first', 'second']) {
    const response = await request.get(`${cached}/fails-when-made/unknown`);
    expect(response.status(), visit).toBe(500);
    const { line } = await reported(response.headers()['error-digest']);
    digests.push(line.digest);
  }
  expect(new Set(digests).size, 'it is kept by no cache').toBe(2);
});

const turn = (request: APIRequestContext, data: 'on' | 'off') => request.post(`${cached}/fail`, { data });

test('a page that cannot be made again is one line, and stays', async ({ request, application, reported }) => {
  const isIt = (line: LogLine) => messageOf(line) === 'Sample error: the page cannot be made again.';
  const isWhole = async () => (await (await request.get(`${cached}/fails-again`)).text()).includes('Whole');
  await turn(request, 'on');
  await waitUntil('the page to be made again', async () => (await isWhole()) && application.log.some(isIt));
  const { line } = await reported((await application.waitForLog(isIt)).digest);
  expect(line.seen).toBe(false);
  await turn(request, 'off');
  expect(await isWhole()).toBe(true);
});

test('an error of a cached function is one event, as itself', async ({ page, request, ingest, reported }) => {
  mayPrint(page, ...serverFailure);
  const handler = (await request.get(`${cached}/crosses/handler`)).headers()['error-digest'];
  const plain = await digestOf(request, `${cached}/crosses/plain`, 200);
  await page.goto(`${cached}/crosses/caught`);
  await expect(page.getByText('Found: TEAM;gone;1', { exact: true })).toBeVisible();
  await page.goto(`${cached}/crosses/own-digest`);
  const own = await shownReference(page, 'Digest');
  const { line, event } = await reported(own);
  const gone = { type: 'Error', message: 'Failing: a cached function looked for what is gone.' };
  expect(line.error).toMatchObject(gone);
  expect(event.tags).toMatchObject({ digest: own, ownDigest: 'TEAM;gone;1' });
  expect((await reported(plain)).line.error).toMatchObject(gone);
  expect((await reported(handler)).line.error).toMatchObject({
    ...{ type: 'TypeError', message: 'Failing: a cached function of a handler threw.', code: 'E_CACHED' },
    stack: expect.stringContaining('app/cached/crosses/handler/route.ts'),
  });
  const arrived = ingest.arrivals.flatMap(({ event: one }) => one ?? []);
  const ofThese = arrived.filter(({ exception }) => /a cached function/.test(exception?.values[0]?.value ?? ''));
  expect(ofThese.map(({ event_id }) => event_id)).toEqual([handler, plain, own]);
});

const unheard = `${cached}/unheard`;

/** Fills the cache for these pages, and has their cached functions fail from when they are stale. */
async function failWhenStale(request: APIRequestContext, hows: readonly string[]): Promise<void> {
  await Promise.all(hows.map((how) => request.get(`${unheard}/${how}`)));
  const made = Date.now();
  await waitUntil('the pages to be stale', () => Date.now() - made > 1_500);
  await turn(request, 'on');
}

test('a cached function that fails where nobody waits is one event', async ({ request, application, reported }) => {
  const { url, log, output, waitForLog } = application;
  const [failing, silent] = [
    ['throws', 'nested'],
    ['not-found', 'redirect', 'caught', 'bails-out', 'aborted'], // Control flow, and renders that are postponed or aborted.
  ];
  await failWhenStale(request, [...failing, 'not-found', 'redirect', 'bails-out', 'last']);
  const isOf = (how: string) => (line: LogLine) => String(line.path).endsWith(`/unheard/${how}`);
  for (const how of failing) {
    const before = output.stderr.length;
    const digests = () => [...output.stderr.slice(before).matchAll(/digest: '([0-9a-f]{32})'/g)].map(([, id]) => id);
    await waitUntil('four failures', async () => {
      expect(await (await request.get(`${unheard}/${how}`)).text()).toMatch(/<time>20/);
      return digests().length >= 4;
    });
    await waitUntil('their lines', () => log.filter(isOf(how)).length >= digests().length);
    const route = expect.stringMatching(/\/cached\/unheard\/\[how\]$/) as unknown;
    const lines = digests().map((digest) => ({ digest, seen: false, method: 'GET', route }));
    expect(log.filter(isOf(how))).toMatchObject(lines);
    for (const digest of digests()) expect((await reported(digest)).event.tags).toMatchObject({ seen: 'false', route });
  }
  for (const how of silent) {
    const leave = new AbortController();
    const page = await fetch(`${url}${unheard}/${how}`, { signal: leave.signal, redirect: 'manual' });
    if (how === 'aborted') leave.abort();
    else await page.text();
  }
  for (const path of ['shell', 'unheard/last']) await request.get(`${cached}/${path}`);
  await waitForLog((line) => isOf('last')(line) && line.seen === false);
  const heard = new RegExp(`/(${[...failing, 'last', 'fails-again'].join('|')})$`);
  expect(log.filter(({ seen, path }) => seen === false && !heard.test(String(path)))).toEqual([]);
  await turn(request, 'off');
});

test('a page that fails after its head has its screen without scripts', async ({ withoutScripts: page, reported }) => {
  expect((await page.goto(`${cached}/awaits/none`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.title404);
  expect((await page.goto(`${cached}/awaits/failure`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.failed);
  await reported(await shownReference(page, 'Digest'));
});

test('without outside-render a page has the line of Next’s abort', async ({ page, application, start, ingest }) => {
  const messageAt = async ({ url, waitForLog }: Application) => {
    const { status, headers } = await rawRequest(url, { path: `${cached}/fails-when-made/aborted` });
    expect(status).toBe(500);
    return messageOf(await waitForLog(({ digest }) => digest === headers['error-digest']));
  };
  expect(await messageAt(application)).toBe('Sample error: the page of aborted cannot be made.');

  const without = await start({ SENTRY_DSN: ingest.dsn, ...takenAway('outside-render') });
  expect(await messageAt(without)).not.toContain('Sample error');
  await page.goto(`${without.url}${cached}/shell`);
  await expect(page.getByRole('status')).toHaveText('hydrated');
  const missing: string[] = [];
  for (const { msg, patch } of without.log) if (msg === 'patch not in effect') missing.push(String(patch));
  expect(missing.sort()).toEqual(['entered-actions', 'outside-render']); // They hold on to the same.
});
