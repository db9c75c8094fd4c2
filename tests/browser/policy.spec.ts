import type { Page } from 'playwright/test';
import { control, expect, expecting, failedToLoad, mayPrint, redactedServerError, sampleError } from './fixtures';
import { expectHydrated, test } from './violations';

const failed = 'Something went wrong';
const screens = [
  { path: '/', status: 200, heading: /./ },
  { path: '/nowhere', status: 404, heading: 'Page not found' },
  { path: '/404', status: 404, heading: 'Page not found' },
  { path: '/failing-page', status: 200, heading: 'A page that fails' },
  { path: '/failing-page?fail=bogus', status: 200, heading: 'A page that fails' },
  { path: '/failing-page?fail=server-render', status: 500, heading: failed },
  { path: '/failing-page?fail=server-stream', status: 200, heading: failed },
  { path: '/failing-page?fail=not-found', status: 404, heading: 'Page not found' },
  { path: '/failing-page?fail=forbidden', status: 403, heading: 'You may not see this page' },
  { path: '/failing-page?fail=unauthorized', status: 401, heading: 'Not signed in' },
];

test.use(expecting(...[401, 403, 404, 405, 409, 500].map(failedToLoad), redactedServerError, sampleError));

test('documents with their screens, scripts and styles violate no policy', async ({ page, violations }) => {
  for (const { path, status, heading } of screens) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(status);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
    await expectHydrated(page);
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveCSS('font-family', 'Times New Roman');
    expect(violations, path).toEqual([]);
  }
});

test('client navigations from a built page, and back to it, violate no policy', async ({ page, violations }) => {
  for (const [kind, heading] of [
    ...['browser-error', 'browser-rejection', 'server-action-ok'].map((kind) => [kind, 'A page that fails']),
    ...['browser-render', 'server-render', 'server-stream', 'server-action'].map((kind) => [kind, failed]),
    ...[
      ['not-found', 'Page not found'],
      ['forbidden', 'You may not see this page'],
      ['unauthorized', 'Not signed in'],
    ],
  ] as [string, string][]) {
    await page.goto('/failing-page/start');
    await expectHydrated(page);
    await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
    await page.getByRole('link', { name: 'A page that fails' }).click();
    await control(page, kind).click();
    const where = page.locator('main.screen').or(page.locator(`[data-kind="${kind}"]`).getByRole('status'));
    await expect(page.getByRole('heading', { level: 1 }), kind).toHaveText(heading);
    await expect(where.first(), kind).toBeVisible();
    expect(await page.evaluate(() => 'isFirstDocument' in window), kind).toBe(true);
    expect(violations, kind).toEqual([]);
  }
  await page.goto('/failing-page');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/failing-page/start');
  await expectHydrated(page);
  expect(violations).toEqual([]);
});

test('the last resort has its styles, and violates no policy', async ({ page, violations }) => {
  await goToLastResort(page);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(251, 249, 244)'); // The application's ground.
  await expect(page.getByRole('heading')).toHaveCSS('width', '608px'); // 38rem, by Candor's own.
  expect(violations).toEqual([]);
});

const injected = `<script>window.injected = 'script'</script><style>:root { --injected: style; background-image: url(https://elsewhere.test/) }</style>
  <img src="/nothing" onerror="window.injected = 'attribute'"><script src="data:,window.injected='data'"></script>`;

test('injected scripts do not run, styles load nothing, and the document is shown', async ({ page, violations }) => {
  mayPrint(page, /Content Security Policy/, /Minified React error #418/, failedToLoad(404));
  await inject(page);
  for (const { what, go, heading } of [
    ...['/', '/nowhere', '/failing-page', '/failing-page?fail=server-render'].map((path) => ({
      what: path,
      go: (page: Page) => page.goto(path),
      heading: screens.find((screen) => screen.path === path)?.heading ?? '',
    })),
    { what: 'the last resort', go: goToLastResort, heading: 'Request not accepted' },
  ]) {
    await page.goto('about:blank');
    violations.length = 0;
    await go(page);
    await expect(page.getByRole('heading', { level: 1 }), what).toHaveText(heading);
    await expect
      .poll(() => violations.map((violation) => violation.split(' ')[0]).sort(), what)
      .toEqual(expect.arrayContaining(['img-src', 'script-src-attr', 'script-src-elem', 'script-src-elem']));
    expect(await page.evaluate(injections), what).toEqual({ script: undefined, style: 'style' });
  }
});

// That the documents have them is proven by their violations, so one document is enough here.
test('without its policy injected scripts would run', async ({ page }) => {
  mayPrint(page, /Minified React error #418/, failedToLoad(404), /net::ERR_FAILED/);
  await inject(page, { isPolicyKept: false });
  await page.goto('/');
  await expect.poll(() => page.evaluate(injections)).toMatchObject({ style: 'style' });
  expect((await page.evaluate(injections)).script).toBeDefined();
});

/** Lets every document arrive with more in it than the server has sent. */
async function inject(page: Page, { isPolicyKept = true } = {}): Promise<void> {
  await page.route('https://elsewhere.test/', (route) => route.abort());
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const headers = response.headers();
    if (!isPolicyKept) delete headers['content-security-policy'];
    const body = (await response.text()).replace('</body>', `${injected}</body>`);
    await route.fulfill({ response, headers, body });
  });
}

function injections() {
  return {
    script: (window as unknown as { injected?: string }).injected,
    style: getComputedStyle(document.documentElement).getPropertyValue('--injected').trim(),
  };
}

/** By a method that the static files do not know. */
async function goToLastResort(page: Page): Promise<void> {
  await page.route('/icon.svg?last-resort', (route) => route.fallback({ method: 'POST' }));
  await page.goto('/icon.svg?last-resort');
}
