import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright/test';
import { startProcess } from '../support/application';
import { copyApplication } from '../support/application-copy';
import { rawRequest } from '../support/raw-request';
import italian from '../sites/team-settings/messages.it.json' with { type: 'json' };
import { words as arabic } from '../../candor/src/shared/words/ar';
import { words as german } from '../../candor/src/shared/words/de';
import { words as english } from '../../candor/src/shared/words/en';
import { respondWith } from '../support/fake-ingest';
import { builtOnce } from '../support/site-folder';
import { startUploadApi } from '../support/upload-api';
import { eventState, expect, expecting, failedToLoad, mayPrint } from './fixtures';
import { redactedServerError, sampleError, shownReference, test as base } from './fixtures';
import { scriptText } from './sdk-chunk';

const siteName = 'Löwe & Söhne';

type Copy = Awaited<ReturnType<typeof copyApplication>>;

/** The application with the settings and the pages of tests/sites/team-settings, under a basePath. Its source maps are rejected. */
const test = base.extend<object, { built: { copy: Copy; code: number; stderr: string } }>({
  built: [
    async ({}, provide) => {
      const copy = await copyApplication('team-settings');
      await cp(join(import.meta.dirname, '../sites/team-settings'), copy.folder, { recursive: true });
      const api = await startUploadApi();
      api.answer(respondWith(500));
      const settings = { ...api.settings, SENTRY_RELEASE: 'team', SENTRY_UPLOAD: 'optional', ...builtOnce };
      const { code, stderr } = await copy.build(settings);
      await api.close();
      await provide({ copy, code, stderr });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  application: [
    async ({ ingest, built: { copy } }, provide) => {
      const OUTBOX_DIR = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
      const settings = { SENTRY_DSN: ingest.dsn, OUTBOX_DIR };
      const application = await startProcess(() => [copy.server], settings, copy.folder, '/base/errors');
      await provide(application);
      await application.stop();
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'default', timeout: 300_000 }); // One worker, so one build.

test.use(expecting(sampleError));

test('with SENTRY_UPLOAD=optional a failed upload is a warning, and the build runs', ({ built, application }) => {
  expect(built).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      'The source maps were not uploaded: API request failed: 500 Internal Server Error. The build goes on, since SENTRY_UPLOAD is optional.\n',
    ), // Next warns of the edge runtime, too.
  });
  expect(existsSync(built.copy.fingerprintFile), 'the next build tries again').toBe(false);
  expect(application.pid).toBeGreaterThan(0);
});

test('the page for when nothing responds has the site’s name and languages, and opens the site again', async ({
  page,
  context,
  application,
  built,
}) => {
  await context.addCookies([{ name: 'sprache', value: 'ar', url: application.url }]);
  mayPrint(page, failedToLoad(503));
  const body = await readFile(join(dirname(built.copy.server), '.next/unavailable.html'), 'utf8');
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

test('a failure on the server has a screen with its digest, also without scripts', async ({
  page,
  withoutScripts,
  ingest,
}) => {
  mayPrint(page, failedToLoad(500), redactedServerError);
  await page.goto('/base/fails/server');
  await expect(eventState(page)).toHaveText('sent');
  const digest = await shownReference(page, 'Digest');
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  await expectScreen(page, 'Something went wrong');

  await withoutScripts.goto('/base/fails/server');
  await shownReference(withoutScripts, 'Digest');
  await expectScreen(withoutScripts, 'Something went wrong');
});

test('a missing page, or one of Next’s own, says so under the name of the site', async ({ page }) => {
  mayPrint(page, failedToLoad(404));
  for (const path of ['/base/nowhere', '/base/_global-error']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle(new RegExp(`^(${english.title404}|${german.title404}) · ${siteName}$`));
    await expect(page.locator('main a')).toHaveAttribute('href', '/base/start');
  }
});

test('a program finds the state of its failure where the problem says', async ({ page, application }) => {
  const failed = await page.request.post('/base/fails/handler');
  const { instance, digest } = (await failed.json()) as { instance: string; digest: string };
  expect(instance).toBe(`/base/errors?event=${digest}`);
  const state = async () => (await fetch(application.url + instance)).json();
  await expect.poll(state).toMatchObject({ event: digest, state: 'sent' });

  const opened = await page.request.post('/base/fails/handler', { headers: { accept: 'text/html' } });
  expect(await opened.text()).toContain('<html lang="de-AT">');
});

test('the policy has the sources that the team has added, and the headers that it has changed', async ({ request }) => {
  const headers = (await request.get('/base/fails/browser')).headers();
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    'content-security-policy': expect.stringContaining("form-action 'self' https://pay.test;"),
  });
  expect(headers['content-security-policy']).toMatch(/font-src [^;]*https:\/\/fonts\.test/);
});

const ofTeam = (runtime: string) => ({
  release: `team-${runtime}`,
  tags: { team: 'shop' },
  extra: { changed: `in ${runtime}, password=[masked]` },
});

test('the options of the team take effect in both runtimes of the server', async ({ page, application, ingest }) => {
  for (const [runtime, path] of [
    ['server', '/base/fails/handler'],
    ['edge', '/base/fails/edge'],
  ] as const) {
    const { digest } = (await (await page.request.post(path)).json()) as { digest: string };
    expect(await ingest.waitForEvent(({ event_id }) => event_id === digest)).toMatchObject(ofTeam(runtime));
    const line = await application.waitForLog((logged) => logged.digest === digest);
    expect(line).toMatchObject({ release: `team-${runtime}` });
  }
});

test('a failure in the browser has the options of the team, goes through this tunnel, and its screen leads home', async ({
  page,
  ingest,
}) => {
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
  expect(JSON.stringify(event.exception), 'names of files as in the source maps').toContain('"app:///_next/static/');
  await expectScreen(page, 'Something went wrong');
});

// The browser of these tests reads English, which is not the default here.
const visits = [
  { by: 'the cookie', cookie: 'de-AT', lang: 'de-AT', title: german.failed, home: 'Zurück zum Anfang' },
  { by: 'the host', host: 'loewe.test', lang: 'ar', title: arabic.failed, home: arabic.home },
  { by: 'what the browser accepts', accept: 'nl, it-CH;q=0.9', lang: 'it', title: italian.failed, home: italian.home },
  { by: 'the default', accept: 'nl', lang: 'de-AT', title: german.failed, home: 'Zurück zum Anfang' },
];

test('the document of a failure is in the language of its visitor', async ({ application }) => {
  for (const { by, cookie, host, accept, lang, title, home } of visits) {
    const headers = {
      accept: 'text/html',
      'accept-language': accept ?? 'en',
      ...(cookie && { cookie: `a=b; sprache=${cookie}` }),
      ...(host && { host }),
    };
    const { status, headers: sent, body } = await rawRequest(application.url, { path: '/base/fails/server', headers });
    expect(status, by).toBe(500);
    expect(sent, by).toMatchObject({ 'content-language': lang, 'cache-control': 'private, no-store' });
    const html = new RegExp(`^<!DOCTYPE html><html [^>]*lang="${lang}"${lang === 'ar' ? ' dir="rtl"' : ''}`);
    expect(String(body), by).toMatch(html);
    for (const text of [`<h1>${title}</h1>`, `<title>${title} · Löwe &#38; Söhne</title>`, `>${home}</a>`])
      expect(String(body), by).toContain(text);
  }
});

test('a missing page is in the default language, and says so, until scripts run; then in that of its page', async ({
  page,
  application,
}) => {
  const headers = { accept: 'text/html', 'accept-language': 'it' };
  const { headers: sent, body } = await rawRequest(application.url, { path: '/base/nowhere', headers });
  expect(sent).not.toHaveProperty('content-language');
  expect(String(body)).toMatch(new RegExp(`<div lang="de-AT" dir="ltr"[^>]*><main.*>${german.title404}</h1>`));
  expect(String(body)).toContain(`<title>${german.title404} · Löwe &amp; Söhne</title>`);

  mayPrint(page, failedToLoad(404));
  const loaded: string[] = [];
  page.on('response', async (response) => void loaded.push(await scriptText(response)));
  await page.goto('/base/nowhere');
  await expect(page.getByRole('heading', { name: english.title404 })).toBeFocused();
  await expect(page).toHaveTitle(`${english.title404} · ${siteName}`);
  await expect.poll(() => loaded.filter((text) => text.includes(english.copy)).length).toBe(1);
  expect(loaded.filter((text) => [italian.again, arabic.again].some((words) => text.includes(words)))).toEqual([]);
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
