import { applicationErrorMessage } from '../../../candor/src/screens/error-message';
import { words } from '../../../candor/src/shared/words/en';
import type { LogLine } from '../../support/application';
import { digestOf, expect, expectReported, mayPrint, redactedServerError, shownReference, test } from './fixtures';

// Every place of a page where code can throw on the server.

const places = '/failing/places';

const failing = [
  { path: 'outer-layout/nested', place: 'an outer layout' },
  { path: 'inner-layout/nested', place: 'an inner layout' },
  { path: 'template', place: 'a template' },
  { path: 'slots', place: 'a parallel slot' },
  { path: 'use-server', place: 'use() in a Server Component' },
  { path: 'loading-fails', place: 'loading.tsx' },
  { path: 'ssr', place: 'a Client Component on the server' },
  { path: 'segment/inner', place: 'a page below error.tsx' },
  { path: 'dynamic-import', place: 'a module that is imported when it is needed' },
  // After the head of the response.
  { path: 'loading', place: 'a page below loading.tsx', status: 200 },
  { path: 'use-client', place: 'a promise that a Client Component uses', status: 200 },
  { path: 'ssr?suspense', place: 'a Client Component on the server', status: 200 },
  { path: 'metadata', place: 'generateMetadata', status: 200 },
  { path: 'viewport', place: 'generateViewport', status: 200 },
];

test('a throw is one digest, one line and one event, wherever it is', async ({ request, since }) => {
  const digests: string[] = [];
  for (const { path, status } of failing) digests.push(await digestOf(request, `${places}/${path}`, status));
  const failures = await expectReported(since, digests);
  expect(failures).toMatchObject(failing.map(({ place }) => ({ error: { message: `Failing: ${place}.` } })));
});

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

test('without JavaScript there is the reference, or the page where its head failed', async ({ withoutScripts }) => {
  const withReference = ['outer-layout/nested', 'loading', 'ssr', 'ssr?suspense', 'segment/inner'];
  for (const path of withReference) {
    await test.step(path, async () => {
      await withoutScripts.goto(`${places}/${path}`);
      await shownReference(withoutScripts, 'Digest');
    });
  }
  for (const path of ['metadata', 'viewport']) {
    await withoutScripts.goto(`${places}/${path}`);
    await expect(withoutScripts.getByRole('heading', { level: 1, name: 'The page itself' })).toBeVisible();
  }
  // A not-found.tsx that throws leads to a screen; getServerSideProps to the last resort.
  for (const path of [`${places}/not-found-fails`, '/failing/server-side-props']) {
    const response = await withoutScripts.goto(path);
    expect(response?.status(), path).toBe(500);
    expect(response?.headers()['error-digest'], path).toBe(await shownReference(withoutScripts, 'Digest'));
  }
});

test('notFound() is shown without JavaScript where it comes late, and by the segment, and is unreported', async ({
  page,
  withoutScripts,
  since,
}) => {
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

test('a long text of a visitor on a page that fails names neither digest nor style', async ({ request, since }) => {
  const response = await request.get(`${places}/long-text`);
  const html = await response.text();
  expect(html).toMatch(/[0-9a-f]:T[0-9a-f]+,/);
  expect(html).toContain('of-a-visitor.css');
  expect(html).not.toMatch(/<link[^>]*of-a-visitor/);
  expect(await since()).toMatchObject({ events: [response.headers()['error-digest']] });
});
