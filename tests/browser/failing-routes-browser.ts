import { applicationErrorMessage } from '../../candor/screens/error-message';
import type { LogLine } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { expect, failedToLoad, redactedServerError, shownReference } from './fixtures';
import type { testOf } from './failing-routes';

const places = '/failing/places';

/** Places where code can throw in the browser, or because of what a browser asks for, on the site of failing routes. */
export function testBrowserPlaces(test: ReturnType<typeof testOf>): void {
  for (const { name, message } of [
    { name: 'lazy', message: 'a module that the browser imports when it is needed' },
    { name: 'use', message: 'a promise that use() reads' },
    { name: 'effect', message: 'an effect' },
  ]) {
    test(`in the browser a throw by ${name} shows the screen, and is one event`, async ({
      page,
      ingest,
      since,
      expectedOnConsole,
    }) => {
      expectedOnConsole.push(/Failing:/);
      await page.goto(`${places}/browser`);
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByText(applicationErrorMessage('client', 'localhost'))).toBeVisible();
      const id = await shownReference(page, 'Event');
      const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
      expect(event.exception?.values.at(-1)?.value).toBe(`Failing: ${message}.`);
      expect(await since()).toEqual({ events: [id], failures: [] });
    });
  }

  for (const { name, message } of [
    { name: 'import', message: 'a module that the browser imports when it is needed' },
    { name: 'transition', message: 'an action of a transition' },
  ]) {
    test(`in the browser a throw by ${name} leaves the page as it is, and is one event`, async ({
      page,
      ingest,
      since,
      expectedOnConsole,
    }) => {
      expectedOnConsole.push(/Failing:/);
      const before = ingest.arrivals.length;
      await page.goto(`${places}/browser`);
      await page.getByRole('button', { name, exact: true }).click();
      const { event } = await waitUntil('its event', () =>
        ingest.arrivals
          .slice(before)
          .find((one) => one.event?.exception?.values.at(-1)?.value === `Failing: ${message}.`),
      );
      expect(await since()).toEqual({ events: [event?.event_id], failures: [] });
    });
  }

  test('an action behind useActionState shows its digest with JavaScript and without, each with one line and one event', async ({
    page,
    withoutScripts,
    since,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError);
    const digests: string[] = [];
    for (const visitor of [page, withoutScripts]) {
      await visitor.goto(`${places}/actions`);
      const posted = visitor.waitForResponse((response) => response.request().method() === 'POST');
      await visitor.getByRole('button', { name: 'Submit' }).click();
      expect((await posted).status()).toBe(500);
      digests.push(await shownReference(visitor, 'Digest'));
    }
    expect(await since()).toMatchObject({ events: digests, failures: digests.map((digest) => ({ digest })) });
  });

  test('an action that a handler calls and does not wait for is one event of the server, and none of the browser', async ({
    page,
    since,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError);
    await page.goto(`${places}/actions`);
    const posted = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    expect((await posted).status()).toBe(500);
    const { events, failures } = await since();
    expect(failures).toMatchObject([{ digest: events[0], routeType: 'action' }]);
    expect(events).toHaveLength(1);
  });

  test('an action whose result cannot be serialized is a failure of the application, and no rejected request', async ({
    page,
    application,
    since,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(redactedServerError);
    const logged = application.log.length;
    await page.goto(`${places}/actions`);
    await page.getByRole('button', { name: 'Call for a function' }).click();
    const { digest } = await waitUntil('its line', () => application.log.slice(logged).find(({ error }) => error));
    const { events, failures } = await since();
    expect(events).toEqual([digest]);
    expect(failures).toMatchObject([
      { digest, routeType: 'action', error: { message: expect.stringContaining('Functions cannot be passed') } },
    ]);
    expect(application.log.slice(logged).filter(({ msg }) => msg === 'request rejected')).toEqual([]);
  });

  test('a failure that a prefetch met is one event, and a visitor who then goes there reads its digest', async ({
    page,
    since,
    application,
    expectedOnConsole,
  }) => {
    expectedOnConsole.push(failedToLoad(500), redactedServerError);
    const isOfTarget = ({ path }: LogLine) => path === `${places}/prefetch/target`;
    await page.goto(`${places}/prefetch`);
    await application.waitForLog(isOfTarget);
    await page.getByRole('link', { name: 'To a page that fails' }).click();
    await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
    const shown = await shownReference(page, 'Digest');
    expect(await since()).toMatchObject({ events: [shown], failures: [{ digest: shown }] });
  });
}
