import type { Page } from 'playwright/test';
import { allKinds, kinds, type Kind } from '../../../app/sentry-example-page/kinds';
import { applicationErrorMessage } from '../../../candor/src/responses/error-message';
import { actionIds, postAction } from '../../support/actions';
import { rawRequest } from '../../support/raw-request';
import { control, eventState, expect, expecting, failedToLoad, mayPrint, post, reportedInPage } from './fixtures';
import { serverFailure, shownReference, test } from './fixtures';

const url = '/sentry-example-page';
const ofServer = applicationErrorMessage('server', 'localhost');

async function postedStatus(page: Page, kind: Kind): Promise<number> {
  await page.goto(url);
  return (await post(page, control(page, kind))).status();
}

test.use(expecting(...serverFailure));

test('a server failure is one digest, which names a line of TypeScript', async ({ page, since, reported }) => {
  const digests: string[] = [];
  const note = async () => {
    await expect(page.getByText(ofServer)).toBeVisible();
    digests.push(await shownReference(page, 'Digest'));
  };
  for (const kind of ['server-render', 'server-stream'] as const) {
    await page.goto(url);
    await control(page, kind).click(); // A client navigation: the table of the README has the statuses.
    await note();
  }
  expect(await postedStatus(page, 'server-action')).toBe(500);
  await note();
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest, path }) => [digest, path])).toEqual(digests.map((digest) => [digest, url]));
  const { line, event } = await reported(digests.at(-1));
  const frame = /"filename":"(app\/sentry-example-page\/[\w-]+\.ts)",[^{}]*"lineno":(\d+)/;
  const [, file, lineOfFile] = frame.exec(JSON.stringify(event.exception)) ?? [];
  expect(JSON.stringify(line)).toContain(`(${file}:${lineOfFile}:`);
});

const expectedKinds = [
  { kind: 'not-found', status: 404, heading: 'Page not found' },
  { kind: 'forbidden', status: 403, heading: 'You do not have access to this page' },
  { kind: 'unauthorized', status: 401, heading: 'Not signed in' },
] as const;

test('an expected outcome of an action has its status, and is no failure', async ({ page, withoutScripts, since }) => {
  mayPrint(page, ...[404, 403, 401].map(failedToLoad));
  for (const { kind, status, heading } of expectedKinds) {
    expect(await postedStatus(page, kind)).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle(`${heading} · Candor`);
    const landed = withoutScripts.waitForResponse((response) => response.url().endsWith(`?fail=${kind}`));
    expect(await postedStatus(withoutScripts, kind)).toBe(303);
    expect((await landed).status()).toBe(status);
  }
  expect(await postedStatus(withoutScripts, 'server-action-ok')).toBe(303);
  await expect(withoutScripts.getByText('The action succeeded.')).toBeVisible();
  expect(await since()).toEqual({ events: [], failures: [] });
});

test('an action that fails after its response says so without JavaScript, after a 303', async ({ withoutScripts }) => {
  expect(await postedStatus(withoutScripts, 'after-response')).toBe(303);
  await expect(withoutScripts.getByText(/^The action succeeded, and failed after its response/)).toBeVisible();
});

const statuses = {
  ...{ 'server-render': 500, 'server-stream': 200, 'server-action': 500, 'route-handler': 500, 'after-response': 200 },
  ...{ handled: 200, 'server-action-ok': 200, 'not-found': 404, forbidden: 403, unauthorized: 401 },
};

test('Run all in-page checks fills every row but one', async ({ page, since }) => {
  mayPrint(page, ...[404, 403, 401].map(failedToLoad));
  await page.goto(url);
  const rows = page.locator('[data-kind]');
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-kind')))).toEqual(allKinds);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });

  const references: string[] = [];
  for (const kind of reportedInPage) {
    const outcome = page.locator(`[data-kind="${kind}"] .outcome`);
    await expect(eventState(outcome)).toHaveText('sent');
    references.push(await shownReference(outcome, kinds[kind].group === 'browser' ? 'Event' : 'Digest'));
  }
  for (const [kind, status] of Object.entries(statuses)) {
    await expect(page.locator(`[data-kind="${kind}"]`).getByText(`HTTP ${status}`)).toBeVisible();
  }
  await expect(page.locator('[data-kind="browser-render"] .outcome')).toBeEmpty();
  await expect(page.locator('[data-kind="browser-offline"] .outcome')).toContainText('Nothing was reported.');

  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(references.toSorted());
  const isFailedRequest = (kind: Kind | undefined) => kind && kinds[kind].group === 'server' && kind !== 'handled';
  const failed = references.filter((_, index) => isFailedRequest(reportedInPage[index]));
  expect(failures.map(({ digest }) => digest)).toEqual(failed);
});

test('the example page prefetches the home page but nothing that fails on purpose', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const prefetched = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/' && 'next-router-prefetch' in request.headers(),
  );
  await page.goto(url);
  for (const link of await page.locator('[data-kind]').getByRole('link').all()) await link.hover();
  await prefetched;
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  expect(requested.filter((address) => address.includes('fail='))).toEqual([]);
});

test('past FAILURES_PER_MINUTE nothing fails, however it is asked', async ({ request, start }) => {
  const application = await start({ FAILURES_PER_MINUTE: '3' });
  const page = `${application.url}${url}`;
  const failing = `${page}?fail=server-render`;
  const prefetched = await request.get(failing, { headers: { 'Sec-Purpose': 'prefetch;prerender' } });
  expect(prefetched.status()).toBe(404);
  expect(prefetched.headers()['cache-control']).toContain('no-store');

  const id = (await actionIds(request, application.url, url))['server-action'] ?? '';
  const multipart = { [`$ACTION_ID_${id}`]: '' };
  expect((await request.head(failing)).status()).toBe(500);
  expect((await postAction(request, page, id)).status()).toBe(500);
  expect((await request.post(page, { multipart })).status()).toBe(500);
  const limited = await request.get(failing);
  expect([limited.status(), limited.headers()['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
  for (const asked of [
    { path: `${url}?%66ail=server-render` },
    { path: `/x/..${url}?fail=server-render` },
    { path: `${url}?fail=server-render`, method: 'PUT' },
    { path: `${url}?fail=server-stream&_rsc`, headers: { RSC: '1' } },
  ]) {
    const { body } = await rawRequest(application.url, asked);
    expect(String(body), asked.path).toMatch(/Nothing failed|retryAfterSeconds/);
  }
  for (const address of [page, `${application.url}/`])
    expect(await (await postAction(request, address, id)).text()).toMatch(/"retryAfterSeconds":\d+/);
  const posted = await request.post(page, { multipart, maxRedirects: 0 });
  expect([posted.status(), posted.headers().location]).toEqual([303, `${url}?limited`]);
  const handler = await request.get(`${page}/route-handler`);
  expect([handler.status(), handler.headers()['content-type']]).toEqual([429, 'application/problem+json']);
  await expect.poll(() => application.log.filter(({ msg }) => msg === 'request failed')).toHaveLength(3);
});

test('EXAMPLE_PAGE=off gives 404 for the page, and its actions anywhere', async ({ request, application, start }) => {
  const ids = Object.entries(await actionIds(request, application.url, url));
  expect(ids).toHaveLength(7);
  const off = await start({ EXAMPLE_PAGE: 'off', FAILURES_PER_MINUTE: '0' });
  const page = `${off.url}${url}`;
  for (const rest of ['', '?fail=server-render', '?limited', '?done=server-action-ok', '/route-handler'])
    expect((await request.get(page + rest)).status(), rest).toBe(404);
  for (const [kind, id] of ids) {
    for (const address of [page, `${off.url}/no/such/page`])
      expect((await postAction(request, address, id)).status(), kind).toBe(404);
    const form = await request.post(page, { multipart: { [`$ACTION_ID_${id}`]: '' }, maxRedirects: 0 });
    expect(form.status(), kind).toBe(404);
    // Next responds for its static page with the status of that page, and with nothing of the action's.
    const text = await (await postAction(request, `${off.url}/`, id)).text();
    expect(text, kind).not.toContain('succeededAt');
    expect(text, kind).toContain('NEXT_HTTP_ERROR_FALLBACK;404');
  }
  expect(off.log.filter(({ msg }) => msg !== 'reporting is off')).toEqual([]);
});
