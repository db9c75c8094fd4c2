import { applicationErrorMessage } from '../../../candor/src/responses/error-message';
import { words } from '../../../candor/src/shared/words/en';
import type { LogLine } from '../../support/application';
import { control, countMains, digestOf, expect, expectOneMain, expectReported, mayPrint } from './fixtures';
import { redactedServerError, shownReference, test } from './fixtures';

const places = '/failing/places';

const failing = [
  { path: 'inner-layout/nested', place: 'an inner layout' },
  { path: 'ssr', place: 'a Client Component on the server' },
  { path: 'segment/inner', place: 'a page below error.tsx' },
  // After the head of the response.
  { path: 'loading', place: 'a page below loading.tsx', status: 200 },
  { path: 'use-client', place: 'a promise that a Client Component uses', status: 200 },
  { path: 'ssr?suspense', place: 'a Client Component on the server', status: 200 },
  { path: 'metadata', place: 'generateMetadata', status: 200 },
];

test('a throw is one digest, one line and one event, wherever it is', async ({ request, since }) => {
  const digests: string[] = [];
  for (const { path, status } of failing) digests.push(await digestOf(request, `${places}/${path}`, status));
  const failures = await expectReported(since, digests);
  expect(failures).toMatchObject(failing.map(({ place }) => ({ error: { message: `Failing: ${place}.` } })));
});

test('with JavaScript there is the screen, or the page where React recovers', async ({ page }) => {
  mayPrint(page, redactedServerError, /Minified React error #419/);
  for (const path of ['inner-layout/nested', 'metadata', 'use-client']) {
    const response = await page.goto(`${places}/${path}`);
    await expect(page.getByText(ofServer.text), path).toBeVisible();
    expect(await response?.text(), path).toContain(await shownReference(page, 'Digest'));
  }
  for (const path of ['ssr', 'ssr?suspense']) {
    await page.goto(`${places}/${path}`);
    await expect(page.getByText('Recovered in localhost'), path).toBeVisible();
  }
  await page.goto(`${places}/segment/inner`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rest of the page');
  await expect(page.getByText(/^This part failed\. Digest: [0-9a-f]{32}$/)).toBeVisible();
});

test('without JavaScript there is the reference, or the page where its head failed', async ({ withoutScripts }) => {
  for (const path of ['inner-layout/nested', 'loading', 'ssr', 'ssr?suspense', 'segment/inner']) {
    await withoutScripts.goto(`${places}/${path}`);
    await shownReference(withoutScripts, 'Digest');
    const shown = withoutScripts.locator(/loading|suspense/.test(path) ? 'noscript .notice' : 'main');
    if (path !== 'segment/inner') await expect(shown, path).toContainText(ofServer.text);
  }
  await withoutScripts.goto(`${places}/metadata`);
  await expect(withoutScripts.getByRole('heading', { level: 1, name: 'The page itself' })).toBeVisible();
  // A not-found.tsx that throws leads to a screen; getServerSideProps to the last resort.
  for (const path of [`${places}/not-found-fails`, '/failing/server-side-props']) {
    const response = await withoutScripts.goto(path);
    expect(response?.status(), path).toBe(500);
    expect(response?.headers()['error-digest'], path).toBe(await shownReference(withoutScripts, 'Digest'));
  }
});

test('a late notFound() is shown without JavaScript, and is unreported', async ({ page, withoutScripts, since }) => {
  expect((await withoutScripts.goto(`${places}/not-found-late`))?.status()).toBe(200);
  await expect(withoutScripts.locator('noscript .notice')).toHaveText(words.text404);
  expect((await page.goto(`${places}/nested/deeper`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in this segment');
  expect(await since()).toEqual({ events: [], failures: [] });
});

test('a page whose regeneration fails stays, with one line and event', async ({ request, application, since }) => {
  const isOfPage = ({ path }: LogLine) => path === `${places}/regenerated`;
  // Next regenerates the page when it is requested after its time, and responds with the page that it has.
  await expect(async () => {
    const response = await request.get(`${places}/regenerated`);
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain('The page of the build');
    expect(application.log.some(isOfPage)).toBe(true);
  }).toPass();
  const { digest = '' } = await application.waitForLog(isOfPage);
  const failures = await expectReported(since, [digest]);
  expect(failures).toMatchObject([{ error: { message: 'Failing: a regeneration.' }, seen: false }]);
});

const ofServer = { title: 'Something went wrong', text: applicationErrorMessage('server', 'localhost') };
const documents = [
  { kind: 'server-render', status: 500, ...ofServer },
  { kind: 'not-found', status: 404, title: words.title404, text: words.text404 },
  { kind: 'forbidden', status: 403, title: words.title403, text: words.text403 },
  { kind: 'unauthorized', status: 401, title: words.title401, text: words.text401 },
];

test('a document is whole without JavaScript, and steady with it', async ({ withoutScripts, page }) => {
  mayPrint(page, redactedServerError);
  await countMains(page);
  for (const { kind, status, title, text } of documents) {
    for (const visitor of [withoutScripts, page]) {
      const response = await visitor.goto(`/failing-page?fail=${kind}`);
      expect(response?.status(), kind).toBe(status);
      await expect(visitor).toHaveTitle(`${title} · Candor`);
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(visitor.getByText(text)).toBeVisible();
      const digest = response?.headers()['error-digest'];
      if (status === 500) expect(await shownReference(visitor, 'Digest')).toBe(digest);
      else expect(digest).toBeUndefined();
      if (visitor === withoutScripts) expect(await response?.text(), 'robots are to leave it').toContain('noindex');
    }
    await expect(page.locator('h1:focus'), 'scripts have run').toHaveText(title);
    await expectOneMain(page);
    await expect(withoutScripts.locator('html')).toHaveAttribute('lang', 'en');
    await expect(withoutScripts.getByRole('main')).toHaveCount(1);
    await expect(withoutScripts.locator('h1'), 'styled').toHaveCSS('font-weight', '650');
    await withoutScripts.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(withoutScripts).toHaveURL('/');
  }
});

test('Back gives a form back from the document of its failure', async ({ withoutScripts: page }) => {
  await page.goto('/failing-page');
  await page.getByLabel('Letter').fill('A long letter');
  await page.getByLabel('Password').fill('4111');
  await control(page, 'server-action').click();
  await shownReference(page, 'Digest');
  await page.goBack();
  await expect(page.getByLabel('Letter')).toHaveValue('A long letter');
  await expect(page.getByLabel('Password')).toHaveValue('');
});
