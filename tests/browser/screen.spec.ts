import {
  control,
  eventState,
  expect,
  expecting,
  keptReports,
  mayPrint,
  serverFailure,
  shownReference,
  test,
} from './fixtures';
import type { Page } from 'playwright/test';
import type { FakeIngest } from '../support/fake-ingest';

test.use(expecting(...serverFailure));

test('the screen has the focus on its heading, the failure in its title, and the time in UTC', async ({ page }) => {
  await page.goto('/failing-page');
  const from = Date.now();
  await control(page, 'browser-render').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Something went wrong · Candor');
  const time = await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/).innerText();
  const seconds = Date.parse(time.replace(' UTC', 'Z').replace(' ', 'T')) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(Math.floor(from / 1000));
  expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
});

test('where the screen itself throws, Next’s own is readable, light and dark, and its button loads the page again', async ({
  page,
}) => {
  mayPrint(page, /The screen fails/);
  await page.goto('/failing-page');
  await page.evaluate(() => {
    const reporter = (globalThis as Record<symbol, unknown>)[Symbol.for('candor.browser-reporter')] as object;
    const fail = () => {
      throw new Error('The screen fails.');
    };
    Object.assign(reporter, { failureOf: fail });
  });
  await control(page, 'browser-render').click();
  await expect(page.getByRole('heading')).toHaveText('This page couldn’t load');
  await expect(page.getByText('Reload to try again, or go back.')).toBeVisible();
  const colors: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    colors.push(await page.getByRole('heading').evaluate((heading) => getComputedStyle(heading).color));
  }
  expect(new Set(colors).size).toBe(2);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(control(page, 'browser-render')).toBeVisible();
});

function feedbackTo({ arrivals }: FakeIngest, id: string) {
  return arrivals.flatMap(({ feedback }) => (feedback?.associated_event_id === id ? feedback : []));
}

test('words that are sent without a network arrive also if the page is closed before it is there', async ({
  page,
  context,
  ingest,
}) => {
  mayPrint(page, /ERR_INTERNET_DISCONNECTED/);
  const { id, status } = await writeOffline(page);
  await expect(status).toHaveText(withoutNetwork);
  await page.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/failing-page');
  await expect.poll(() => feedbackTo(ingest, id), { timeout: 90_000 }).toHaveLength(1);
  await expect.poll(() => keptReports(page)).toBe(0);
  expect(feedbackTo(ingest, id)).toMatchObject([{ message: 'I pressed the button.' }]);
});

const withoutNetwork = 'You are offline. Saved in this browser, and sent when you are back online. Thank you.';

/** Fails, writes about it, and presses Send when there is no network any more. */
async function writeOffline(page: Page) {
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  const id = await shownReference(page, 'Event');
  await expect(eventState(page)).toHaveText('sent');
  const field = page.getByLabel('What were you doing?');
  await field.fill('I pressed the button.');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Send' }).click();
  return { id, field, status: page.locator('.feedback').getByRole('status') };
}

test('what a visitor writes stays where Try again fails again', async ({ page, ingest }) => {
  mayPrint(page, ...serverFailure);
  await page.goto('/failing-page?fail=server-render');
  const first = await shownReference(page, 'Digest');
  await page.getByLabel('What were you doing?').pressSequentially('I pressed the button.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(first)).toHaveCount(0);
  const second = await shownReference(page, 'Digest');
  await expect(page.getByLabel('What were you doing?')).toHaveValue('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
  expect([feedbackTo(ingest, first), feedbackTo(ingest, second)]).toMatchObject([[], [{}]]);
});
