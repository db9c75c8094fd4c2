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
import { routeSdk } from './sdk-chunk';
import type { Page } from 'playwright/test';
import type { FakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';

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

test('the screen shows nothing of the thrown error', async ({ page }) => {
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  await shownReference(page, 'Event');
  await expect(page.getByText('Sample error')).toHaveCount(0);
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

test('Copy reference copies plain text with digest, time, host and state', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/failing-page?fail=server-render');
  const digest = await shownReference(page, 'Digest');
  await expect(eventState(page)).toHaveText('sent');
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const time = /^Time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/m;
  expect(copied).toMatch(time);
  expect(copied.replace(time, 'TIME')).toBe(`Digest: ${digest}\nTIME\nHost: localhost\nReport: sent`);
});

for (const [kind, label] of Object.entries({ 'server-render': 'Digest', 'browser-render': 'Event' } as const)) {
  test(`the visitor's words arrive as feedback to the event of ${kind}`, async ({ page, ingest }) => {
    await page.goto('/failing-page');
    await control(page, kind).click();
    const id = await shownReference(page, label);
    await page.getByLabel('What were you doing?').fill('  I pressed the button. ');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Sent. Thank you.')).toBeVisible();
    expect(feedbackTo(ingest, id)).toMatchObject([{ message: 'I pressed the button.' }]);
  });
}

function feedbackTo({ arrivals }: FakeIngest, id: string) {
  return arrivals.flatMap(({ feedback }) => (feedback?.associated_event_id === id ? feedback : []));
}

test('reports wait until the reporter can be loaded, and are then sent', async ({ page, ingest }) => {
  mayPrint(page, /ERR_FAILED/);
  const isBroken = await breakSdk(page);
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  const id = await shownReference(page, 'Event');
  await expect(eventState(page)).toHaveText('queued');
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Kept here, and sent when the service can be reached. Thank you.')).toBeVisible();
  isBroken.now = false;
  await expect(eventState(page)).toHaveText('sent', { timeout: 30_000 });
  await waitUntil('the words', () => ingest.arrivals.find(({ feedback }) => feedback?.associated_event_id === id));
});

test('words that are sent without a network stay in the form, and are sent once it is there', async ({
  page,
  context,
  ingest,
}) => {
  mayPrint(page, /ERR_INTERNET_DISCONNECTED/);
  const { id, field, status } = await writeOffline(page);
  await expect(status).toHaveText(withoutNetwork);
  await expect(field).toHaveValue('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click(); // A second time.
  await context.setOffline(false);
  await expect(status).toHaveText('Sent. Thank you.', { timeout: 60_000 });
  await expect(field).toHaveValue('');
  expect(feedbackTo(ingest, id)).toMatchObject([{ message: 'I pressed the button.' }]);
  expect(await keptReports(page)).toBe(0);
});

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

const withoutNetwork = 'There is no network. Kept in this browser, and sent when there is one. Thank you.';

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

/** Lets the chunk with the SDK not be loaded for as long as `now` is true. */
async function breakSdk(page: Page): Promise<{ now: boolean }> {
  const isBroken = { now: true };
  await routeSdk(page, (route, response) => (isBroken.now ? route.abort() : route.fulfill({ response })));
  return isBroken;
}

test('a state that another server knows is called unknown here', async ({ page }) => {
  await page.route('**/monitoring?event=*', (route) =>
    route.fulfill({ json: { event: new URL(route.request().url()).searchParams.get('event'), state: 'unknown' } }),
  );
  await page.goto('/failing-page?fail=server-render');
  await expect(eventState(page)).toHaveText('unknown here');
});

test('Back from the screen of a client navigation shows the page that it came from', async ({ page }) => {
  await page.goto('/failing-page');
  await control(page, 'server-render').click();
  await shownReference(page, 'Digest');
  await expect(eventState(page)).toHaveText('sent');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
});
