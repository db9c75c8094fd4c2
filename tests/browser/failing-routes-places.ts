import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import type { LogLine } from '../support/application';
import { expect, mayPrint, redactedServerError, shownReference } from './fixtures';
import { digestsOf, expectReported, type testOf } from './failing-routes';

const places = '/failing/places';

const beforeTheHead = [
  { path: 'outer-layout/nested', place: 'an outer layout' },
  { path: 'inner-layout/nested', place: 'an inner layout' },
  { path: 'template', place: 'a template' },
  { path: 'slots', place: 'a parallel slot' },
  { path: 'use-server', place: 'use() in a Server Component' },
  { path: 'loading-fails', place: 'loading.tsx' },
  { path: 'ssr', place: 'a Client Component on the server' },
  { path: 'segment/inner', place: 'a page below error.tsx' },
  { path: 'dynamic-import', place: 'a module that is imported when it is needed' },
];
const afterTheHead = [
  { path: 'loading', place: 'a page below loading.tsx' },
  { path: 'use-client', place: 'a promise that a Client Component uses' },
  { path: 'ssr?suspense', place: 'a Client Component on the server' },
  { path: 'metadata', place: 'generateMetadata' },
  { path: 'viewport', place: 'generateViewport' },
];

/** Every place of a page where code can throw on the server, on the site of failing routes. */
export function testPlaces(test: ReturnType<typeof testOf>): void {
  for (const { when, status, failing } of [
    { when: 'before the head of the response', status: 500, failing: beforeTheHead },
    { when: 'after the head of the response', status: 200, failing: afterTheHead },
  ]) {
    test(`a throw ${when} is one digest, one line and one event, wherever it is`, async ({ request, since }) => {
      const paths = failing.map(({ path }) => `${places}/${path}`);
      const failures = await expectReported(since, await digestsOf(request, paths, status));
      expect(failures).toMatchObject(failing.map(({ place }) => ({ error: { message: `Failing: ${place}.` } })));
    });
  }

  test('with JavaScript there is the screen, or the page where React recovers', async ({ page }) => {
    mayPrint(page, redactedServerError, /Minified React error #419/);
    for (const path of ['inner-layout/nested', 'slots', 'metadata', 'use-client']) {
      const response = await page.goto(`${places}/${path}`);
      await expect(page.getByText(applicationErrorMessage('server', 'localhost')), path).toBeVisible();
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

  for (const { what, path } of [
    { what: 'a not-found.tsx that throws leads to a screen', path: `${places}/not-found-fails` },
    { what: 'getServerSideProps that throws leads to the last resort', path: '/failing/server-side-props' },
  ]) {
    test(`${what} with the digest of its line and event, without JavaScript too`, async ({ withoutScripts, since }) => {
      const response = await withoutScripts.goto(path);
      expect(response?.status()).toBe(500);
      const digest = await shownReference(withoutScripts, 'Digest');
      expect(response?.headers()['error-digest']).toBe(digest);
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
    });
  }

  test('notFound() below loading.tsx is shown without JavaScript, unreported', async ({ withoutScripts, since }) => {
    const response = await withoutScripts.goto(`${places}/not-found-late`);
    expect(response?.status()).toBe(200);
    await expect(withoutScripts.locator('noscript .notice')).toHaveText(words.text404);
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('without JavaScript there is the reference, or the page where its head failed', async ({ withoutScripts }) => {
    for (const path of ['outer-layout/nested', 'loading', 'ssr', 'ssr?suspense', 'segment/inner']) {
      await test.step(path, async () => {
        await withoutScripts.goto(`${places}/${path}`);
        await shownReference(withoutScripts, 'Digest');
      });
    }
    for (const path of ['metadata', 'viewport']) {
      await withoutScripts.goto(`${places}/${path}`);
      await expect(withoutScripts.getByRole('heading', { level: 1, name: 'The page itself' })).toBeVisible();
    }
  });

  test('notFound() in a nested segment shows its own page with 404, and is not reported', async ({ page, since }) => {
    const response = await page.goto(`${places}/nested/deeper`);
    expect(response?.status()).toBe(404);
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

  test('a long text of a visitor on a page that fails names neither digest nor style', async ({ request, since }) => {
    const response = await request.get(`${places}/long-text`);
    const html = await response.text();
    expect(html).toMatch(/[0-9a-f]:T[0-9a-f]+,/);
    expect(html).toContain('of-a-visitor.css');
    expect(html).not.toMatch(/<link[^>]*of-a-visitor/);
    expect(await since()).toMatchObject({ events: [response.headers()['error-digest']] });
  });
}
