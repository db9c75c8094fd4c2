import { applicationErrorMessage } from '../../candor/screens/error-message';
import { expected } from '../../candor/screens/messages';
import type { LogLine } from '../support/application';
import { expect, failedToLoad, redactedServerError, shownReference } from './fixtures';
import { digestsIn, type testOf } from './failing-routes';

const places = '/failing/places';
/** What stands on each page whose own component does not fail. */
const ownHeading = 'The page itself';

const beforeTheHead = [
  { path: 'outer-layout/nested', message: 'an outer layout' },
  { path: 'inner-layout/nested', message: 'an inner layout' },
  { path: 'template', message: 'a template' },
  { path: 'slots', message: 'a parallel slot' },
  { path: 'use-server', message: 'use() in a Server Component' },
  { path: 'loading-fails', message: 'loading.tsx' },
  { path: 'ssr', message: 'a Client Component on the server' },
  { path: 'segment/inner', message: 'a page below error.tsx' },
  { path: 'dynamic-import', message: 'a module that is imported when it is needed' },
];
const afterTheHead = [
  { path: 'loading', message: 'a page below loading.tsx' },
  { path: 'use-client', message: 'a promise that a Client Component uses' },
  { path: 'ssr?suspense', message: 'a Client Component on the server' },
  { path: 'metadata', message: 'generateMetadata' },
  { path: 'viewport', message: 'generateViewport' },
];

/** Every place of a page where code can throw on the server, on the site of failing routes. */
export function testPlaces(test: ReturnType<typeof testOf>): void {
  for (const { when, status, failing } of [
    { when: 'before the head of the response', status: 500, failing: beforeTheHead },
    { when: 'after the head of the response', status: 200, failing: afterTheHead },
  ]) {
    test(`a throw ${when} has one digest in the document, one line and one event, wherever it is`, async ({
      request,
      since,
    }) => {
      const digests: string[] = [];
      for (const { path } of failing) {
        await test.step(path, async () => {
          const response = await request.get(`${places}/${path}`);
          expect(response.status()).toBe(status);
          const [digest = 'none', ...more] = await digestsIn(response);
          expect(more).toEqual([]);
          digests.push(digest);
        });
      }
      const { events, failures } = await since();
      expect(events.toSorted()).toEqual(digests.toSorted());
      expect(failures).toMatchObject(
        failing.map(({ message }, index) => ({ digest: digests[index], error: { message: `Failing: ${message}.` } })),
      );
    });
  }

  test('with JavaScript a visitor sees the screen for what failed, or the page where React recovers', async ({
    page,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError, /Minified React error #419/);
    for (const path of ['inner-layout/nested', 'slots', 'metadata', 'use-client']) {
      await test.step(path, async () => {
        const response = await page.goto(`${places}/${path}`);
        await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
        expect(await response?.text()).toContain(await shownReference(page, 'Digest'));
      });
    }
    for (const path of ['ssr', 'ssr?suspense']) {
      await test.step(path, async () => {
        await page.goto(`${places}/${path}`);
        await expect(page.getByText('Recovered in localhost')).toBeVisible();
      });
    }
    await page.goto(`${places}/segment/inner`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rest of the page');
    await expect(page.getByText(/^This part failed\. Digest: [0-9a-f]{32}$/)).toBeVisible();
  });

  test('a not-found.tsx that throws is a failure with a reference, without JavaScript too', async ({
    withoutScripts,
    since,
  }) => {
    const response = await withoutScripts.goto(`${places}/not-found-fails`);
    expect(response?.status()).toBe(500);
    const digest = await shownReference(withoutScripts, 'Digest');
    expect(response?.headers()['error-digest']).toBe(digest);
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
  });

  test('notFound() below loading.tsx reads as not found without JavaScript, and is no failure', async ({
    withoutScripts,
    since,
  }) => {
    const response = await withoutScripts.goto(`${places}/not-found-late`);
    expect(response?.status()).toBe(200);
    await expect(withoutScripts.locator('noscript .notice')).toHaveText(expected[404].text);
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('without JavaScript a visitor reads the reference, or the page where only its head failed', async ({
    withoutScripts,
  }) => {
    for (const path of ['outer-layout/nested', 'loading', 'ssr', 'ssr?suspense', 'segment/inner']) {
      await test.step(path, async () => {
        await withoutScripts.goto(`${places}/${path}`);
        await shownReference(withoutScripts, 'Digest');
      });
    }
    for (const path of ['metadata', 'viewport']) {
      await withoutScripts.goto(`${places}/${path}`);
      await expect(withoutScripts.getByRole('heading', { level: 1, name: ownHeading })).toBeVisible();
    }
  });

  test('notFound() in a nested segment shows that segment’s own page with 404, and is not reported', async ({
    page,
    since,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(404));
    const response = await page.goto(`${places}/nested/deeper`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in this segment');
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('a page whose regeneration fails stays as it was, and the failure has one line and one event', async ({
    request,
    application,
    since,
  }) => {
    const isOfPage = ({ path }: LogLine) => path === `${places}/regenerated`;
    // Next regenerates the page when it is requested after its time, and responds with the page that it has.
    await expect(async () => {
      const response = await request.get(`${places}/regenerated`);
      expect(response.status()).toBe(200);
      expect(await response.text()).toContain('The page of the build');
      expect(application.log.some(isOfPage)).toBe(true);
    }).toPass();
    const { digest } = await application.waitForLog(isOfPage);
    const { events, failures } = await since();
    expect(events).toEqual([digest]);
    expect(failures).toMatchObject([{ digest, error: { message: 'Failing: a regeneration.' } }]);
  });

  test('a long text of a visitor on a page that fails names neither its digest nor its stylesheets', async ({
    request,
    since,
  }) => {
    const response = await request.get(`${places}/long-text`);
    const html = await response.text();
    expect(html).toMatch(/[0-9a-f]:T[0-9a-f]+,/);
    expect(html).toContain('of-a-visitor.css');
    expect(html).not.toMatch(/<link[^>]*of-a-visitor/);
    expect(await since()).toMatchObject({ events: [response.headers()['error-digest']] });
  });

  test('a page of the Pages Router whose getServerSideProps throws leads to the last resort', async ({
    withoutScripts,
    since,
  }) => {
    const response = await withoutScripts.goto('/failing/server-side-props');
    expect(response?.status()).toBe(500);
    const digest = await shownReference(withoutScripts, 'Digest');
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
  });
}
