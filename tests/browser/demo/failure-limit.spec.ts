import type { APIRequestContext, APIResponse } from 'playwright/test';
import { allKinds, kinds } from '../../../app/sentry-example-page/kinds';
import { actionIds, postAction } from '../../support/actions';
import { type Application } from '../../support/application';
import { rawRequest } from '../../support/raw-request';
import { control, expect, expecting, failedToLoad, mayPrint, post, sampleError, test } from './fixtures';

test.use(expecting(failedToLoad(429)));

const isLimited = async (response: APIResponse) => /Nothing failed|retryAfterSeconds/.test(await response.text());
const failed = ({ log }: Application) => log.filter(({ msg }) => msg === 'request failed');
const fail = (request: APIRequestContext, { url }: Application, kind = 'server-render') =>
  request.get(`${url}/sentry-example-page?fail=${kind}`);

test('without a setting the example page fails 60 times a minute, and no more', async ({ request, start }) => {
  const application = await start();
  for (let times = 0; times < 60; times += 1)
    expect((await fail(request, application, 'forbidden')).status()).toBe(403);
  const response = await fail(request, application, 'forbidden');
  expect(response.status()).toBe(200);
  expect(response.headers()['x-robots-tag']).toContain('noindex');
  expect(await response.text()).toContain('Nothing failed.');
  expect(await isLimited(await fail(request, application))).toBe(true);
});

test('pages and actions count alike, an action posted to another page and a HEAD too', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '4' });
  const { url } = application;
  const page = `${url}/sentry-example-page`;
  const id = (await actionIds(request, url, '/sentry-example-page'))['server-action'] ?? '';
  expect((await request.head(`${page}?fail=server-render`)).status()).toBe(500);
  expect((await postAction(request, page, id)).status()).toBe(500);
  expect(await (await postAction(request, `${url}/`, id)).text()).toContain('digest');
  expect((await request.post(page, { multipart: { [`$ACTION_ID_${id}`]: '' } })).status()).toBe(500);

  expect(await isLimited(await fail(request, application))).toBe(true);
  expect((await request.head(`${page}?fail=server-render`)).status()).toBe(200);
  expect(await isLimited(await request.post(`${page}?fail=server-render`, { form: { a: '1' } }))).toBe(true);
  for (const address of [page, `${url}/`]) {
    const limited = await postAction(request, address, id);
    expect(limited.status()).toBe(200);
    expect(await limited.text()).toMatch(/"retryAfterSeconds":\d+/);
  }
  const posted = await request.post(page, { multipart: { [`$ACTION_ID_${id}`]: '' }, maxRedirects: 0 });
  expect([posted.status(), posted.headers().location]).toEqual([303, '/sentry-example-page?limited']);
  await expect.poll(() => failed(application)).toHaveLength(4);
});

test('no spelling of the URL, no method and no payload bypasses the limit', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '0' });
  const { url } = application;
  for (const path of ['/sentry-example-page?%66ail=server-render', '/x/../sentry-example-page?fail=server-render']) {
    expect(String((await rawRequest(url, { path })).body), path).toContain('Nothing failed');
  }
  const put = await rawRequest(url, { path: '/sentry-example-page?fail=server-render', method: 'PUT' });
  expect(String(put.body)).toContain('Nothing failed');
  const payload = await request.get(`${url}/sentry-example-page?fail=server-stream`, { headers: { RSC: '1' } });
  expect([await isLimited(payload), payload.headers()['content-type']]).toEqual([true, 'text/x-component']);
  expect(failed(application)).toEqual([]);
});

test('an action fetched from the URL of a failure counts once', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '3' });
  const address = `${application.url}/sentry-example-page?fail=server-render`;
  const ids = await actionIds(request, application.url, '/sentry-example-page');
  expect((await postAction(request, address, ids.forbidden ?? '')).status()).toBe(403);
  expect((await postAction(request, address, ids['server-action'] ?? '')).status()).toBe(500);
  expect((await fail(request, application)).status()).toBe(500);
  expect(await isLimited(await fail(request, application))).toBe(true);
  await expect.poll(() => failed(application)).toHaveLength(2);
});

test('a prefetch neither fails nor counts', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '1' });
  const address = `${application.url}/sentry-example-page?fail=server-render`;
  const response = await request.get(address, { headers: { 'Sec-Purpose': 'prefetch;prerender' } });
  expect(response.status()).toBe(404); // A browser keeps nothing of it.
  expect(response.headers()['cache-control']).toContain('no-store');
  // Of this Next renders the layout only.
  const ofRouter = await request.get(address, { headers: { 'Next-Router-Prefetch': '1', RSC: '1' } });
  expect(await ofRouter.text()).not.toContain('digest');

  expect((await fail(request, application)).status()).toBe(500);
  await application.waitForLog(({ msg }) => msg === 'request failed');
  await expect.poll(() => failed(application)).toHaveLength(1);
  expect(await isLimited(await fail(request, application))).toBe(true);
});

test('past the limit a link leads to a page that says so, and so does its row', async ({ page, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '0' });
  const { url } = application;
  await page.goto(`${url}/sentry-example-page`);
  await control(page, 'server-render').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enough failures for now');
  await expect(page.getByText(/^Nothing failed\..* in \d+ s\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to the example page' }).click();
  const row = page.locator('[data-kind="server-render"]');
  await expect(row.getByText(/^Nothing failed: /)).toBeVisible();
  expect(failed(application)).toEqual([]);
});

test('past the limit the row of an action says so, and the page stays', async ({ page, start }) => {
  const { url } = await start({ FAILURES_PER_MINUTE: '0' });
  await page.goto(`${url}/sentry-example-page`);
  const limitReached = /^Nothing failed: the limit of sample failures per minute is reached\. Try again in \d+ s\.$/;
  for (const kind of ['server-action', 'forbidden']) {
    await control(page, kind).click();
    await expect(page.locator(`[data-kind="${kind}"]`).getByText(limitReached)).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
});

test('past the limit the in-page checks say so for each server kind', async ({ page, start }) => {
  mayPrint(page, sampleError);
  const { url } = await start({ FAILURES_PER_MINUTE: '0' });
  await page.goto(`${url}/sentry-example-page`);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });
  for (const kind of allKinds.filter((kind) => kinds[kind].group !== 'browser' && kind !== 'server-action-ok')) {
    await expect(page.locator(`[data-kind="${kind}"]`).getByText(/^Nothing failed/)).toBeVisible();
  }
});

test('past the limit the route handler is 429 for programs, and a page for visitors', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '1' });
  const handler = `${application.url}/sentry-example-page/route-handler`;
  expect((await request.get(handler, { headers: { 'Sec-Purpose': 'prefetch' } })).status()).toBe(503);
  expect((await request.get(handler)).status()).toBe(500);
  const limited = await request.get(handler);
  expect([limited.status(), limited.headers()['content-type']]).toEqual([429, 'application/problem+json']);
  expect(Number(limited.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await limited.json()).toMatchObject({ status: 429, title: 'Too Many Requests' });
  const opened = await request.get(handler, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect([opened.status(), opened.url()]).toEqual([200, `${application.url}/sentry-example-page?limited`]);
  await expect.poll(() => failed(application)).toHaveLength(1);
});

test('past the limit a form without JavaScript gets a 303 to the page that says so', async ({
  start,
  withoutScripts,
}) => {
  const { url } = await start({ FAILURES_PER_MINUTE: '0' });
  for (const { kind, address } of [
    { kind: 'server-action', address: '?limited' },
    { kind: 'not-found', address: '?fail=not-found' },
  ]) {
    await withoutScripts.goto(`${url}/sentry-example-page`);
    expect((await post(withoutScripts, control(withoutScripts, kind))).status()).toBe(303);
    await expect(withoutScripts).toHaveURL((landed) => landed.href.endsWith(address));
    await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('Enough failures for now');
  }
});

test('no response of the example page may be indexed, whatever its status', async ({ request, start }) => {
  const application = await start();
  for (const kind of ['', 'server-render', 'server-stream', 'not-found', 'forbidden', 'unauthorized']) {
    const { 'x-robots-tag': robots } = (await fail(request, application, kind)).headers();
    expect(robots, kind).toBe('noindex, nofollow');
  }
});
