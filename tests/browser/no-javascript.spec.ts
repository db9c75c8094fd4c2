import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import { control, expect, failedToLoad, mayPrint, post, redactedServerError, sampleError } from './fixtures';
import { shownReference, test } from './fixtures';
import { countMains, expectOneMain } from './mains';

const ofServer = { title: 'Something went wrong', text: applicationErrorMessage('server', 'localhost') };
const documents = [
  { kind: 'server-render', status: 500, ...ofServer },
  { kind: 'not-found', status: 404, title: words.title404, text: words.text404 },
  { kind: 'forbidden', status: 403, title: words.title403, text: words.text403 },
  { kind: 'unauthorized', status: 401, title: words.title401, text: words.text401 },
];

test('the document of a failure or an expected outcome is whole without JavaScript', async ({
  withoutScripts: page,
}) => {
  for (const { kind, status, title, text: sentence } of documents) {
    const response = await page.goto(`/failing-page?fail=${kind}`);
    expect(response?.status(), kind).toBe(status);
    expect(await response?.text(), 'robots are to leave it').toContain('noindex');
    await expect(page).toHaveTitle(`${title} · Candor`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(sentence)).toBeVisible();
    expect(await page.locator('h1').evaluate((h1) => getComputedStyle(h1).fontWeight), 'styled').toBe('650');
    const digest = response?.headers()['error-digest'];
    if (status === 500) expect(await shownReference(page, 'Digest')).toBe(digest);
    else expect(digest).toBeUndefined();
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('the document has one main element in every frame, and its words', async ({ page }) => {
  mayPrint(page, ...[500, 404, 403, 401].map(failedToLoad), redactedServerError);
  await countMains(page);
  for (const { kind, status, title, text: sentence } of documents) {
    const response = await page.goto(`/failing-page?fail=${kind}`);
    await expect(page.locator('h1:focus'), 'scripts have run').toHaveText(title);
    await expect(page.getByText(sentence)).toBeVisible();
    if (status === 500) expect(await shownReference(page, 'Digest')).toBe(response?.headers()['error-digest']);
    await expectOneMain(page);
  }
});

test('a part that fails while streaming has its words and digest without JavaScript', async ({
  withoutScripts,
  since,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  const response = await withoutScripts.goto('/failing-page?fail=server-stream');
  expect(response?.status()).toBe(200);
  const notice = withoutScripts.locator('noscript .notice');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText(applicationErrorMessage('server', 'localhost'));
  const digest = await shownReference(notice, 'Digest');
  expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
});

test('a Server Action that fails has its digest in the header, as a form too', async ({ withoutScripts, page }) => {
  mayPrint(page, failedToLoad(500), redactedServerError);
  for (const visitor of [withoutScripts, page]) {
    await visitor.goto('/failing-page');
    const { 'error-digest': digest } = await (await post(visitor, control(visitor, 'server-action'))).allHeaders();
    expect(await shownReference(visitor, 'Digest')).toBe(digest);
  }
  await expect(withoutScripts.locator('html')).toHaveAttribute('lang', 'en');
  await expect(withoutScripts.getByText(ofServer.text)).toBeVisible();
});

test('Back gives a form back from the document of its failure', async ({ withoutScripts: page }) => {
  await page.goto('/failing-page/form');
  await page.getByLabel('Letter').fill('A long letter');
  await page.getByLabel('Password').fill('4111');
  await page.getByRole('button', { name: 'Send' }).click({ force: true });
  await shownReference(page, 'Digest');
  await page.goBack();
  await expect(page.getByLabel('Letter')).toHaveValue('A long letter');
  await expect(page.getByLabel('Password')).toHaveValue('');
});
