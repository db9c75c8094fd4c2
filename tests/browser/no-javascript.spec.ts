import type { Page } from 'playwright/test';
import { applicationErrorMessage } from '../../candor/screens/error-message';
import { expect, failedToLoad, redactedServerError, test } from './fixtures';

const documents = [
  { kind: 'server-render', status: 500, sentence: applicationErrorMessage() },
  { kind: 'not-found', status: 404, sentence: 'There is no page at this address.' },
  { kind: 'forbidden', status: 403, sentence: 'this site does not show it to you' },
  { kind: 'unauthorized', status: 401, sentence: 'only for visitors that this site recognises' },
];

for (const { kind, status, sentence } of documents) {
  test(`the ${status} document of ${kind} is readable without JavaScript and says where the home page is`, async ({
    withoutScripts,
  }) => {
    const response = await withoutScripts.goto(`/sentry-example-page?fail=${kind}`);
    expect(response?.status()).toBe(status);
    const words = await generatedText(withoutScripts);
    expect(words).toContain(sentence);
    expect(words).toContain('The home page of this site is at the address /');
  });

  test(`the ${status} document of ${kind} shows no text of the stylesheet once scripts have run`, async ({
    page,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(status), redactedServerError);
    await page.goto(`/sentry-example-page?fail=${kind}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await generatedText(page)).toBe('');
  });
}

test('the page of server-stream, whose head says 200, has the sentence without JavaScript', async ({
  withoutScripts,
}) => {
  const response = await withoutScripts.goto('/sentry-example-page?fail=server-stream');
  expect(response?.status()).toBe(200);
  await expect(withoutScripts.locator('noscript .notice')).toHaveText(applicationErrorMessage());
  await expect(withoutScripts.locator('noscript .notice')).toBeVisible();
});

test('an unknown path is a whole document without JavaScript, with a link to the home page', async ({
  withoutScripts,
}) => {
  const response = await withoutScripts.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await withoutScripts.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(withoutScripts).toHaveURL('/');
});

/** What the stylesheet of the empty documents puts on the page. */
async function generatedText(page: Page): Promise<string> {
  return page.evaluate(() =>
    ['::before', '::after']
      .map((part) => getComputedStyle(document.body, part).content)
      .filter((content) => content !== 'none')
      .join(' '),
  );
}
