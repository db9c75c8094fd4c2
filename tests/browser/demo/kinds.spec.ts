import type { Page } from 'playwright/test';
import type { Kind } from '../../../app/sentry-example-page/kinds';
import { applicationErrorMessage } from '../../../candor/src/screens/error-message';
import { control, eventState, expect, expecting, failedToLoad, failInBrowser, mayPrint } from './fixtures';
import { post, sampleError, serverFailure, shownReference, test } from './fixtures';

const url = '/sentry-example-page';
const ofServer = applicationErrorMessage('server', 'localhost');
const ofBrowser = applicationErrorMessage('client', 'localhost');

/** Presses the control of this kind on the example page, and gives back its row. */
async function press(page: Page, kind: Kind) {
  await page.goto(url);
  await control(page, kind).click();
  return page.locator(`[data-kind="${kind}"]`);
}

/** Presses what posts on the example page, and gives back the status of the response. */
async function postedStatus(page: Page, kind: Kind): Promise<number> {
  await page.goto(url);
  return (await post(page, control(page, kind))).status();
}

test.use(expecting(sampleError));

test.describe('a failure of the server is one digest on the screen, in the log and on the event', () => {
  test.use(expecting(...serverFailure));

  for (const { kind, status } of [
    { kind: 'server-render', status: 500 },
    { kind: 'server-stream', status: 200 },
  ] as const) {
    for (const how of [`as a page with ${status}`, 'by a client navigation']) {
      test(`${kind}, ${how}`, async ({ page, since }) => {
        if (how === 'by a client navigation') await press(page, kind);
        else expect((await page.goto(`${url}?fail=${kind}`))?.status()).toBe(status);
        await expect(page.getByText(ofServer)).toBeVisible();
        const digest = await shownReference(page, 'Digest');
        expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, path: url }] });
      });
    }
  }

  test('server-action, fetched, with 500', async ({ page, since }) => {
    expect(await postedStatus(page, 'server-action')).toBe(500);
    await expect(page.getByText(ofServer)).toBeVisible();
    const digest = await shownReference(page, 'Digest');
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, method: 'POST' }] });
  });

  test('server-action, posted as a form, with 500 and the last resort', async ({ page, since, withoutScripts }) => {
    expect(await postedStatus(withoutScripts, 'server-action')).toBe(500);
    await expect(withoutScripts.getByText(ofServer)).toBeVisible();
    const digest = await shownReference(withoutScripts, 'Digest');
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, method: 'POST' }] });

    await withoutScripts.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(withoutScripts).toHaveURL('/');
    await expect(page).toHaveTitle(/Check error reporting/);
  });
});

test.describe('a failure that no page shows: the page stays and shows the digest', () => {
  test.use(expecting(failedToLoad(500), sampleError));

  for (const { kind, status, failure } of [
    { kind: 'route-handler', status: 500, failure: { path: `${url}/route-handler` } },
    { kind: 'after-response', status: 200, failure: {} },
  ] as const) {
    test(`${kind}: the log line and the event have it`, async ({ page, since, reported }) => {
      const row = await press(page, kind);
      await expect(eventState(row)).toHaveText('sent');
      await expect(row.getByText(`HTTP ${status}`)).toBeVisible();
      const digest = await shownReference(row, 'Digest');
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, ...failure }] });
      await reported(digest);
    });
  }

  test('handled: the event says that the error was caught', async ({ page, since, reported }) => {
    const row = await press(page, 'handled');
    await expect(eventState(row)).toHaveText('sent');
    const digest = await shownReference(row, 'Digest');
    expect(await since()).toEqual({ events: [digest], failures: [] });
    const { line, event } = await reported(digest);
    expect(line).toMatchObject({ msg: 'error reported' });
    expect(event.exception?.values).toMatchObject([{ mechanism: { handled: true } }]);
  });

  test('after-response without JavaScript says after a 303 what happened', async ({ withoutScripts }) => {
    expect(await postedStatus(withoutScripts, 'after-response')).toBe(303);
    await expect(withoutScripts.getByText(/^The action succeeded, and failed after its response/)).toBeVisible();
  });
});

test.describe('a failure of the browser', () => {
  for (const kind of ['browser-error', 'browser-rejection']) {
    test(`${kind}: the page stays and says that the event was sent, under its id`, async ({ page, ingest }) => {
      const { id } = await failInBrowser(page, { url, kind });
      const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
      expect(event.exception?.values[0]?.value).toMatch(/^Sample error/);
      expect(event.environment).toBe('browser-tests');
    });
  }

  test('browser-boundary: the screen takes the place of what failed, until Try again', async ({ page, since }) => {
    const row = await press(page, 'browser-boundary');
    await expect(row.getByText(ofBrowser)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
    const outcome = row.locator('.outcome');
    await expect(eventState(outcome)).toHaveText('sent');
    const eventId = await shownReference(outcome, 'Event');
    await expect(row.getByText(`Event: ${eventId}`)).toHaveCount(2);
    await row.getByRole('button', { name: 'Try again' }).click();
    await expect(row.getByRole('button', { name: 'Throw under a boundary' })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(1);
    expect(await since()).toEqual({ events: [eventId], failures: [] });
  });

  test('browser-render: the screen has no digest but the id of the one event', async ({ page, since }) => {
    await press(page, 'browser-render');
    await expect(page.getByText(ofBrowser)).toBeVisible();
    await expect(page.getByText('Digest:')).toHaveCount(0);
    await expect(eventState(page)).toHaveText('sent');
    const eventId = await shownReference(page, 'Event');
    expect(await since()).toEqual({ events: [eventId], failures: [] });
  });
});

test.describe('browser-offline: the page stays, and nothing is reported', () => {
  test.use(expecting(sampleError));

  for (const { button, outcome } of [
    { button: 'Send again', outcome: 'Sent again, and received. Nothing was reported.' },
    { button: 'Do not send', outcome: 'Not sent. Nothing was reported.' },
  ]) {
    test(`the visitor presses ${button}`, async ({ page, since }) => {
      const row = await press(page, 'browser-offline');
      await expect(page.getByText('Could not reach this site')).toBeVisible();
      await page.getByRole('button', { name: button }).click();
      await expect(row.getByText(outcome)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
      expect(await since()).toEqual({ events: [], failures: [] });
    });
  }
});

test.describe('an expected outcome is neither reported nor logged as a failure', () => {
  test('server-action-ok shows its success on the page', async ({ page, since }) => {
    await press(page, 'server-action-ok');
    await expect(page.getByText(/^The action succeeded at/)).toBeVisible();
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('server-action-ok without JavaScript shows its success after a 303', async ({ since, withoutScripts }) => {
    expect(await postedStatus(withoutScripts, 'server-action-ok')).toBe(303);
    await expect(withoutScripts.getByText('The action succeeded.')).toBeVisible();
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  for (const { kind, status, heading } of [
    { kind: 'not-found', status: 404, heading: 'Page not found' },
    { kind: 'forbidden', status: 403, heading: 'You may not see this page' },
    { kind: 'unauthorized', status: 401, heading: 'Not recognised' },
  ] as const) {
    test(`${kind} shows its screen with ${status}, by a page and an action`, async ({ page, since }) => {
      mayPrint(page, failedToLoad(status));
      const h1 = page.getByRole('heading', { level: 1 });
      expect((await page.goto(`${url}?fail=${kind}`))?.status()).toBe(status);
      await expect(h1).toHaveText(heading);

      expect(await postedStatus(page, kind)).toBe(status);
      await expect(h1).toHaveText(heading);
      await expect(page).toHaveTitle(`${heading} · Candor`);
      expect(await since()).toEqual({ events: [], failures: [] });
    });

    test(`${kind} without JavaScript is redirected by a 303 to the page with ${status}`, async ({ withoutScripts }) => {
      const landed = withoutScripts.waitForResponse((response) => response.url().endsWith(`?fail=${kind}`));
      expect(await postedStatus(withoutScripts, kind)).toBe(303);
      expect((await landed).status()).toBe(status);
    });
  }
});
