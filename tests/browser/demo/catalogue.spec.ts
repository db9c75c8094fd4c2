import { allKinds, kinds } from '../../../app/sentry-example-page/kinds';
import { accept } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { control, eventState, expect, expecting, failedToLoad, failInBrowser, mayPrint } from './fixtures';
import { reportedInPage, serverFailure, shownReference, test } from './fixtures';

const url = '/sentry-example-page';

test.use(expecting(...serverFailure));

test('every kind has a row that shows its name once, and a control that says what it does', async ({ page }) => {
  await page.goto(url);
  const rows = page.locator('[data-kind]');
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-kind')))).toEqual(allKinds);
  for (const kind of allKinds) {
    await expect(control(page, kind)).toHaveAccessibleName(kinds[kind].label);
    await expect(page.locator(`[data-kind="${kind}"]`).getByText(kind, { exact: true })).toHaveCount(1);
  }
});

test('a row shows event id, state and the time from throw to delivery', async ({ page }) => {
  const { row } = await failInBrowser(page, { url, kind: 'browser-rejection' });
  await expect(row.getByText(/^accepted after \d+ ms$/)).toBeVisible();
  await expect(page.getByText('The last event was accepted.')).toBeVisible();
});

for (const { kind, status } of [
  { kind: 'server-action', status: 500 },
  { kind: 'server-render', status: 200 }, // A client navigation, to which the framework responds with 200.
]) {
  test(`coming back from the screen of ${kind} shows the outcome, also after a reload`, async ({ page }) => {
    await page.goto(url);
    await control(page, kind).click();
    const digest = await shownReference(page, 'Digest');
    await expect(eventState(page)).toHaveText('sent');
    for (const goBack of [() => page.goto(url), () => page.reload()]) {
      await goBack();
      const row = page.locator(`[data-kind="${kind}"]`);
      expect(await shownReference(row, 'Digest')).toBe(digest);
      await expect(eventState(row)).toHaveText('sent');
      await expect(row.getByText(`HTTP ${status}`)).toBeVisible();
    }
  });
}

test('the next page follows an event that was not settled when its page was left', async ({ page, ingest }) => {
  const held: (() => void)[] = [];
  ingest.answer((response) => void held.push(() => accept(response)));
  const { row } = await failInBrowser(page, { url, state: 'sending' });
  await waitUntil('the service to be asked', () => held[0]);
  await page.reload();
  await expect(eventState(row)).toHaveText('sending');
  ingest.answer(accept);
  held.forEach((release) => release());
  await expect(eventState(row)).toHaveText('sent');
});

test('coming back from an expected screen shows its status and no event', async ({ page }) => {
  mayPrint(page, failedToLoad(403));
  await page.goto(url);
  await control(page, 'forbidden').click();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await page.getByRole('link', { name: 'Check error reporting' }).click();
  const row = page.locator('[data-kind="forbidden"]');
  await expect(row.getByText('HTTP 403')).toBeVisible();
  await expect(eventState(row)).toHaveCount(0);
});

const statuses = {
  ...{ 'server-render': 500, 'server-stream': 200, 'server-action': 500, 'route-handler': 500, 'after-response': 200 },
  ...{ handled: 200, 'server-action-ok': 200, 'not-found': 404, forbidden: 403, unauthorized: 401 },
};

test('Run all in-page checks stays on the page and fills every row but browser-render', async ({ page, since }) => {
  mayPrint(page, ...[404, 403, 401].map(failedToLoad));
  await page.goto(url);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });

  const references: string[] = [];
  for (const kind of reportedInPage) {
    const outcome = page.locator(`[data-kind="${kind}"] .outcome`);
    await expect(eventState(outcome)).toHaveText('sent');
    references.push(await shownReference(outcome, kind.startsWith('browser') ? 'Event' : 'Digest'));
  }
  for (const [kind, status] of Object.entries(statuses)) {
    await expect(page.locator(`[data-kind="${kind}"]`).getByText(`HTTP ${status}`)).toBeVisible();
  }
  await expect(page.locator('[data-kind="browser-render"] .outcome')).toBeEmpty();
  await expect(page.locator('[data-kind="browser-offline"] .outcome')).toContainText('Nothing was reported.');

  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(references.toSorted());
  const ofServer = references.filter((_, index) => !/^(browser|handled)/.test(reportedInPage[index] ?? ''));
  expect(failures.map(({ digest }) => digest)).toEqual(ofServer);
});
