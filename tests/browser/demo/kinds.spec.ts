import { applicationErrorMessage } from '../../../candor/screens/error-message';
import {
  control,
  cutOff,
  eventState,
  expect,
  failedToLoad,
  redactedServerError,
  sampleError,
  shownReference,
  test,
} from './fixtures';

test.describe('a failure of the server is one digest on the screen, in the log and on the event', () => {
  test.beforeEach(({ expectedOnConsole }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError, sampleError);
  });

  for (const { kind, status } of [
    { kind: 'server-render', status: 500 },
    { kind: 'server-stream', status: 200 },
  ]) {
    test(`${kind}, as a page with ${status}`, async ({ page, since }) => {
      const response = await page.goto(`/sentry-example-page?fail=${kind}`);
      expect(response?.status()).toBe(status);
      await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
      const digest = await shownReference(page, 'Digest');
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, path: '/sentry-example-page' }] });
    });

    test(`${kind}, by a client navigation`, async ({ page, since }) => {
      await page.goto('/sentry-example-page');
      await control(page, kind).click();
      await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
      const digest = await shownReference(page, 'Digest');
      expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, path: '/sentry-example-page' }] });
    });
  }

  test('server-action, fetched, with 500', async ({ page, since }) => {
    await page.goto('/sentry-example-page');
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await control(page, 'server-action').click();
    expect((await posted).status()).toBe(500);
    await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
    const digest = await shownReference(page, 'Digest');
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, method: 'POST' }] });
  });

  test('server-action, posted as a form without JavaScript, with 500 and the last resort', async ({
    page,
    since,
    withoutScripts,
  }) => {
    await withoutScripts.goto('/sentry-example-page');
    const posted = withoutScripts.waitForResponse((response) => response.request().method() === 'POST');
    await control(withoutScripts, 'server-action').click();
    expect((await posted).status()).toBe(500);
    await expect(withoutScripts.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
    const digest = await shownReference(withoutScripts, 'Digest');
    expect(await since()).toMatchObject({ events: [digest], failures: [{ digest, method: 'POST' }] });

    await withoutScripts.getByRole('link', { name: 'Go to the home page' }).click();
    await expect(withoutScripts).toHaveURL('/');
    await expect(page).toHaveTitle(/Check error reporting/);
  });
});

test.describe('a failure that no page shows', () => {
  test.beforeEach(({ expectedOnConsole }) => {
    expectedOnConsole.push(failedToLoad(500), sampleError);
  });

  test('route-handler: the page stays and shows the digest, the log line and the event have it', async ({
    page,
    since,
  }) => {
    await page.goto('/sentry-example-page');
    await control(page, 'route-handler').click();
    const row = page.locator('[data-kind="route-handler"]');
    await expect(eventState(row)).toHaveText('sent');
    await expect(row.getByText('HTTP 500')).toBeVisible();
    const digest = await shownReference(row, 'Digest');
    expect(await since()).toMatchObject({
      events: [digest],
      failures: [{ digest, path: '/sentry-example-page/route-handler' }],
    });
  });

  test('after-response: the page stays and shows the digest, the log line and the event have it', async ({
    page,
    since,
    application,
  }) => {
    await page.goto('/sentry-example-page');
    await control(page, 'after-response').click();
    const row = page.locator('[data-kind="after-response"]');
    await expect(eventState(row)).toHaveText('sent');
    await expect(row.getByText('HTTP 200')).toBeVisible();
    const digest = await shownReference(row, 'Digest');
    expect(await since()).toMatchObject({ events: [digest] });
    expect(application.log.filter((line) => line.digest === digest)).toHaveLength(1);
  });

  test('handled: the page stays and shows the digest, and the event says that the error was caught', async ({
    page,
    since,
    application,
    ingest,
  }) => {
    await page.goto('/sentry-example-page');
    await control(page, 'handled').click();
    const row = page.locator('[data-kind="handled"]');
    await expect(eventState(row)).toHaveText('sent');
    const digest = await shownReference(row, 'Digest');
    expect(await since()).toEqual({ events: [digest], failures: [] });
    expect(application.log.filter((line) => line.digest === digest)).toMatchObject([{ msg: 'error reported' }]);
    const event = await ingest.waitForEvent(({ event_id }) => event_id === digest);
    expect(event.exception?.values).toMatchObject([{ mechanism: { handled: true } }]);
  });

  test('after-response without JavaScript says after a 303 what happened', async ({ withoutScripts }) => {
    await withoutScripts.goto('/sentry-example-page');
    const posted = withoutScripts.waitForResponse((response) => response.request().method() === 'POST');
    await control(withoutScripts, 'after-response').click();
    expect((await posted).status()).toBe(303);
    await expect(withoutScripts.getByText(/^The action succeeded, and failed after its response/)).toBeVisible();
  });
});

test.describe('a failure of the browser', () => {
  test.beforeEach(({ expectedOnConsole }) => {
    expectedOnConsole.push(sampleError);
  });

  for (const kind of ['browser-error', 'browser-rejection']) {
    test(`${kind}: the page stays and says that the event was sent, under the id it arrived with`, async ({
      page,
      ingest,
    }) => {
      await page.goto('/sentry-example-page');
      await control(page, kind).click();
      const row = page.locator(`[data-kind="${kind}"]`);
      await expect(eventState(row)).toHaveText('sent');
      const eventId = await shownReference(row, 'Event');
      const event = await ingest.waitForEvent(({ event_id }) => event_id === eventId);
      expect(event.exception?.values[0]?.value).toMatch(/^Sample error/);
      expect(event.environment).toBe('browser-tests');
    });
  }

  test('browser-boundary: the screen takes the place of what failed, the rest of the page stays, and Try again brings it back', async ({
    page,
    since,
  }) => {
    await page.goto('/sentry-example-page');
    await control(page, 'browser-boundary').click();
    const row = page.locator('[data-kind="browser-boundary"]');
    await expect(row.getByText(applicationErrorMessage('client', 'localhost'))).toBeVisible();
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
    await page.goto('/sentry-example-page');
    await control(page, 'browser-render').click();
    await expect(page.getByText(applicationErrorMessage('client', 'localhost'))).toBeVisible();
    await expect(page.getByText('Digest:')).toHaveCount(0);
    await expect(eventState(page)).toHaveText('sent');
    const eventId = await shownReference(page, 'Event');
    expect(await since()).toEqual({ events: [eventId], failures: [] });
  });
});

test.describe('browser-offline: the page stays, and nothing is reported', () => {
  test.beforeEach(({ expectedOnConsole }) => {
    expectedOnConsole.push(cutOff, sampleError);
  });

  for (const { button, outcome } of [
    { button: 'Send again', outcome: 'Sent again, and received. Nothing was reported.' },
    { button: 'Do not send', outcome: 'Not sent. Nothing was reported.' },
  ]) {
    test(`the visitor presses ${button}`, async ({ page, since }) => {
      await page.goto('/sentry-example-page');
      await control(page, 'browser-offline').click();
      await expect(page.getByText('Could not reach this site')).toBeVisible();
      await page.getByRole('button', { name: button }).click();
      await expect(page.locator('[data-kind="browser-offline"]').getByText(outcome)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check error reporting');
      expect(await since()).toEqual({ events: [], failures: [] });
    });
  }
});

test.describe('an expected outcome is neither reported nor logged as a failure', () => {
  test.beforeEach(({ expectedOnConsole }) => {
    expectedOnConsole.push(sampleError);
  });

  test('server-action-ok shows its success on the page', async ({ page, since }) => {
    await page.goto('/sentry-example-page');
    await control(page, 'server-action-ok').click();
    await expect(page.getByText(/^The action succeeded at/)).toBeVisible();
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('server-action-ok without JavaScript shows its success after a 303', async ({ since, withoutScripts }) => {
    await withoutScripts.goto('/sentry-example-page');
    const posted = withoutScripts.waitForResponse((response) => response.request().method() === 'POST');
    await control(withoutScripts, 'server-action-ok').click();
    expect((await posted).status()).toBe(303);
    await expect(withoutScripts.getByText('The action succeeded.')).toBeVisible();
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  for (const { kind, status, heading } of [
    { kind: 'not-found', status: 404, heading: 'Page not found' },
    { kind: 'forbidden', status: 403, heading: 'You may not see this page' },
    { kind: 'unauthorized', status: 401, heading: 'Not recognised' },
  ]) {
    test(`${kind} shows its screen with ${status}, as a page and from an action`, async ({
      page,
      since,
      expectedOnConsole,
    }) => {
      expectedOnConsole.push(failedToLoad(status));
      const response = await page.goto(`/sentry-example-page?fail=${kind}`);
      expect(response?.status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);

      await page.goto('/sentry-example-page');
      const posted = page.waitForResponse((response) => response.request().method() === 'POST');
      await control(page, kind).click();
      expect((await posted).status()).toBe(status);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(`${heading} · Candor`);
      expect(await since()).toEqual({ events: [], failures: [] });
    });

    test(`${kind} without JavaScript is redirected by a 303 to the page with ${status}`, async ({ withoutScripts }) => {
      await withoutScripts.goto('/sentry-example-page');
      const posted = withoutScripts.waitForResponse((response) => response.request().method() === 'POST');
      const landed = withoutScripts.waitForResponse((response) => response.url().endsWith(`?fail=${kind}`));
      await control(withoutScripts, kind).click();
      expect((await posted).status()).toBe(303);
      expect((await landed).status()).toBe(status);
    });
  }
});
