import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import { words } from '../../candor/src/shared/words/en';
import { actionIds } from '../support/actions';
import { rawRequest } from '../support/raw-request';
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

for (const { kind, status, title, text: sentence } of documents) {
  test(`the ${status} document of ${kind} is a whole document without JavaScript`, async ({ withoutScripts }) => {
    const response = await withoutScripts.goto(`/failing-page?fail=${kind}`);
    expect(response?.status()).toBe(status);
    await expect(withoutScripts).toHaveTitle(`${title} · Candor`);
    await expect(withoutScripts.locator('html')).toHaveAttribute('lang', 'en');
    await expect(withoutScripts.getByRole('main')).toHaveCount(1);
    await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(withoutScripts.getByText(sentence)).toBeVisible();
    expect(await withoutScripts.locator('h1').evaluate((h1) => getComputedStyle(h1).fontWeight), 'styled').toBe('650');

    const digest = response?.headers()['error-digest'];
    if (status === 500) expect(await shownReference(withoutScripts, 'Digest')).toBe(digest);
    else expect(digest).toBeUndefined();

    await withoutScripts.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(withoutScripts).toHaveURL('/');
  });

  test(`the ${status} document of ${kind} has one main element in every frame, and its words`, async ({ page }) => {
    mayPrint(page, failedToLoad(status), redactedServerError);
    await countMains(page);
    const response = await page.goto(`/failing-page?fail=${kind}`);
    await expect(page.locator('h1:focus'), 'scripts have run').toHaveText(title);
    await expect(page.getByText(sentence)).toBeVisible();
    if (status === 500) expect(await shownReference(page, 'Digest')).toBe(response?.headers()['error-digest']);
    await expectOneMain(page);
  });

  test(`HEAD of the ${status} document of ${kind} has the head of GET and no body`, async ({ application }) => {
    const path = `/failing-page?fail=${kind}`;
    const { headers, body } = await rawRequest(application.url, { path, method: 'HEAD' });
    expect(body).toHaveLength(0);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect('error-digest' in headers).toBe(status === 500);
  });
}

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

test('a form that a program posts to an action that fails is one problem, line and event', async ({
  application,
  request,
  since,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  const { 'server-action': id } = await actionIds(request, application.url);
  const { status, headers, body } = await rawRequest(application.url, {
    path: '/failing-page',
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: `--x\r\nContent-Disposition: form-data; name="$ACTION_ID_${id}"\r\n\r\n\r\n--x--\r\n`,
  });
  const digest = headers['error-digest'];
  expect([status, headers['content-type']]).toEqual([500, 'application/problem+json']);
  expect(JSON.parse(body.toString())).toMatchObject({ status, digest });
  expect(await since()).toMatchObject({ events: [digest], failures: [{ digest }] });
});

test('with reporting off a failed document names its digest too', async ({ start }) => {
  const { url, waitForLog } = await start();
  const { headers, body } = await rawRequest(url, { path: '/failing-page?fail=server-render' });
  const digest = headers['error-digest'];
  expect(body.toString()).toContain(`Digest: ${digest}`);
  await waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
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
