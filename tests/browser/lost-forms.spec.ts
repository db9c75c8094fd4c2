import type { Page } from 'playwright/test';
import { expect, expecting, sampleError, serverFailure, shownReference, test } from './fixtures';
import { rewriteChunks } from './browser-patches';

// A form whose action fails is taken away with its part of the page. See candor/src/browser/sent-form.ts.

test.use(expecting(...serverFailure, sampleError));

const path = '/failing-page/form';
const form = (page: Page, name = 'Second') => page.getByRole('form', { name });
const letter = 'A long letter that nobody stores';

async function fillIn(page: Page): Promise<void> {
  const { getByLabel } = fieldsOf(page);
  await getByLabel('Title').fill('A chair');
  await getByLabel('Letter').pressSequentially(letter);
  await getByLabel('Size').selectOption('large');
  await getByLabel('Gift').check();
  await getByLabel('By courier').check();
  for (const name of ['Own', 'Password', 'Card', 'Code', 'Security code']) {
    await getByLabel(name, { exact: true }).fill('4111');
  }
  await getByLabel('Agreed').check();
  await getByLabel('Picture').setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
}

const fieldsOf = (page: Page, name?: string) => {
  const getByLabel: Page['getByLabel'] = (...label) => form(page, name).getByLabel(...label);
  return { getByLabel };
};

async function sendAndTryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send Second' }).click();
  await shownReference(page, 'Digest');
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(form(page)).toBeVisible();
}

for (const { what, query } of [
  { what: 'the whole page', query: '' },
  { what: 'a part of the page', query: '?part' },
]) {
  test(`an action that fails with ${what}: the form gives back what was typed and chosen`, async ({ page }) => {
    await page.goto(path + query);
    await fillIn(page);
    await sendAndTryAgain(page);
    const { getByLabel } = fieldsOf(page);
    await expect(getByLabel('Title')).toHaveValue('A chair');
    await expect(getByLabel('Letter')).toHaveValue(letter);
    await expect(getByLabel('Size')).toHaveValue('large');
    await expect(getByLabel('Gift')).toBeChecked();
    await expect(getByLabel('By courier')).toBeChecked();
    // Not secrets and files, nor what the application keeps itself.
    for (const name of ['Own', 'Password', 'Card', 'Code', 'Security code', 'Picture']) {
      await expect(getByLabel(name, { exact: true }), name).toHaveValue('');
    }
    await expect(getByLabel('Agreed')).not.toBeChecked();
    // The other form has the same fields.
    await expect(fieldsOf(page, 'First').getByLabel('Letter')).toHaveValue('');
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(letter);
  });
}

test('a form that fails several times gives it back each time, also after a visitor’s words about the failure', async ({
  page,
  ingest,
}) => {
  await page.goto(path);
  const { getByLabel } = fieldsOf(page);
  await getByLabel('Letter').pressSequentially(letter);
  await page.getByRole('button', { name: 'Send Second' }).click();
  const digest = await shownReference(page, 'Digest');
  await page.getByLabel('What were you doing?').fill('I wrote a letter.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(getByLabel('Letter')).toHaveValue(letter);
  await getByLabel('Letter').fill(`${letter}!`);
  await sendAndTryAgain(page);
  await expect(getByLabel('Letter')).toHaveValue(`${letter}!`);
  const about = ingest.arrivals.filter(({ feedback }) => feedback?.associated_event_id === digest);
  expect(about).toHaveLength(1);
});

test('what is given back is sent again as it stands in the form', async ({ page }) => {
  await page.goto(path);
  await fillIn(page);
  await sendAndTryAgain(page);
  const posted = page.waitForRequest((request) => 'next-action' in request.headers());
  await page.getByRole('button', { name: 'Send Second' }).click();
  const body = (await posted).postDataBuffer()?.toString() ?? '';
  for (const value of [letter, 'A chair', 'large', 'By courier']) expect(body).toContain(value);
  expect(body).not.toContain('4111');
  await shownReference(page, 'Digest');
});

test('without controlled-fields a form comes back as it was made', async ({ page }) => {
  await rewriteChunks(page, (text) => text.replace('"__reactProps$"+', '"__renamed$"+'));
  await page.goto(path);
  await fillIn(page);
  await sendAndTryAgain(page);
  await expect(fieldsOf(page).getByLabel('Letter')).toHaveValue('');
  await expect(fieldsOf(page).getByLabel('Title')).toHaveValue('A lamp');
});

test('without JavaScript Back gives a form back from the document of its failure', async ({ withoutScripts: page }) => {
  await page.goto(path);
  const { getByLabel } = fieldsOf(page);
  await getByLabel('Letter').fill(letter);
  await getByLabel('Password').fill('4111');
  await page.getByRole('button', { name: 'Send Second' }).click({ force: true });
  await shownReference(page, 'Digest');
  await page.goBack();
  await expect(getByLabel('Letter')).toHaveValue(letter);
  await expect(getByLabel('Password')).toHaveValue('');
});
