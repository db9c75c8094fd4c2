import { applicationErrorMessage } from '../../candor/src/screens/error-message';
import type { LogLine } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { expect, keptReports, mayPrint, post, redactedServerError, shownReference } from './fixtures';
import { expectReported, type testOf } from './failing-routes';

const places = '/failing/places';
type Counters = { ignored: Record<string, number>; policy: { reports: Record<string, number> } };

/** Places where code can throw in the browser, or because of what a browser asks for, on the site of failing routes. */
export function testBrowserPlaces(test: ReturnType<typeof testOf>): void {
  test('a throw in the browser while it renders shows the screen, and is one event', async ({
    page,
    ingest,
    since,
  }) => {
    const ids: string[] = [];
    for (const { name, message } of [
      { name: 'lazy', message: 'a module that the browser imports when it is needed' },
      { name: 'use', message: 'a promise that use() reads' },
      { name: 'effect', message: 'an effect' },
    ]) {
      await test.step(name, async () => {
        await page.goto(`${places}/browser`);
        await page.getByRole('button', { name, exact: true }).click();
        await expect(page.getByText(applicationErrorMessage('client', 'localhost'))).toBeVisible();
        const id = await shownReference(page, 'Event');
        const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
        expect(event.exception?.values.at(-1)?.value).toBe(`Failing: ${message}.`);
        ids.push(id);
      });
    }
    expect(await since()).toEqual({ events: ids, failures: [] });
  });

  test('a throw in the browser of an import or a transition leaves the page, and is one event', async ({
    page,
    ingest,
    since,
  }) => {
    const ids: (string | undefined)[] = [];
    for (const { name, message } of [
      { name: 'import', message: 'a module that the browser imports when it is needed' },
      { name: 'transition', message: 'an action of a transition' },
    ]) {
      await test.step(name, async () => {
        const before = ingest.arrivals.length;
        await page.goto(`${places}/browser`);
        await page.getByRole('button', { name, exact: true }).click();
        const isIt = (value = '') => value === `Failing: ${message}.`;
        const { event } = await waitUntil('its event', () =>
          ingest.arrivals.slice(before).find((one) => isIt(one.event?.exception?.values.at(-1)?.value)),
        );
        ids.push(event?.event_id);
        await expect.poll(() => keptReports(page)).toBe(0);
      });
    }
    expect(await since()).toEqual({ events: ids, failures: [] });
  });

  test('HTML that is read as JSON is one event, named by its route', async ({ page, ingest, since }) => {
    mayPrint(page, /Unexpected token '<'/);
    const ids: (string | undefined)[] = [];
    for (const { when, path, control } of [
      { when: 'in an effect', path: `${places}/browser/json`, control: undefined },
      { when: 'in an event handler', path: `${places}/browser`, control: 'json' },
      { when: 'after a client navigation', path: `${places}/browser`, control: 'To a page that reads JSON' },
    ]) {
      await test.step(when, async () => {
        const before = ingest.arrivals.length;
        await page.goto(path);
        if (control) await page.getByText(control, { exact: true }).click();
        const { event } = await waitUntil('its event', () =>
          ingest.arrivals.slice(before).find((one) => one.event?.exception?.values[0]?.type === 'SyntaxError'),
        );
        expect(event).toMatchObject({
          transaction: control === 'json' ? path : `${places}/browser/json`,
          exception: { values: [{ mechanism: { type: 'candor.unhandledrejection', handled: false } }] },
        });
        ids.push(event?.event_id);
        await expect.poll(() => keptReports(page)).toBe(0);
      });
    }
    expect(await since()).toEqual({ events: ids, failures: [] });
  });

  test('what is nobody’s failure is not an event, and is counted', async ({ page, request, since }) => {
    mayPrint(page, /Content Security Policy/);
    for (const { control, reason, what } of [
      { control: 'suspends', reason: 'React suspends', what: 'what React throws to suspend, and code has captured' },
      { control: 'foreign', reason: 'a script of another site', what: 'an error of a script of another site' },
      { control: 'validate', reason: 'eval', what: 'a probe for eval, as Zod makes' },
    ]) {
      await test.step(what, async () => {
        const ignored = async () => {
          const { ignored, policy } = (await (await request.get('/monitoring')).json()) as Counters;
          return { ...ignored, ...policy.reports }[reason] ?? 0;
        };
        const before = await ignored();
        await page.goto(`${places}/browser`);
        await page.getByText(control, { exact: true }).click();
        await expect.poll(ignored).toBeGreaterThan(before);
      });
    }
    expect(await since()).toEqual({ events: [], failures: [] });
  });

  test('an action behind useActionState shows its digest, without JavaScript too', async ({
    page,
    withoutScripts,
    since,
  }) => {
    mayPrint(page, redactedServerError);
    const digests: string[] = [];
    for (const visitor of [page, withoutScripts]) {
      await visitor.goto(`${places}/actions`);
      expect((await post(visitor, visitor.getByRole('button', { name: 'Submit' }))).status()).toBe(500);
      digests.push(await shownReference(visitor, 'Digest'));
    }
    await expectReported(since, digests);
  });

  test('an action whose result cannot be serialized is a failure, and no rejected request', async ({
    page,
    application,
    since,
  }) => {
    mayPrint(page, redactedServerError);
    const logged = application.log.length;
    await page.goto(`${places}/actions`);
    await page.getByRole('button', { name: 'Call for a function' }).click();
    const { digest = '' } = await waitUntil('its line', () => application.log.slice(logged).find(({ error }) => error));
    const message: unknown = expect.stringContaining('Functions cannot be passed');
    expect(await expectReported(since, [digest])).toMatchObject([{ routeType: 'action', error: { message } }]);
    expect(application.log.slice(logged).filter(({ msg }) => msg === 'request rejected')).toEqual([]);
  });

  test('a failure of a prefetch is one event, whose digest the page then shows', async ({
    page,
    since,
    application,
  }) => {
    mayPrint(page, redactedServerError);
    const isOfTarget = ({ path }: LogLine) => path === `${places}/prefetch/target`;
    await page.goto(`${places}/prefetch`);
    await application.waitForLog(isOfTarget);
    await page.getByRole('link', { name: 'To a page that fails' }).click();
    await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
    const shown = await shownReference(page, 'Digest');
    expect(await since()).toMatchObject({ events: [shown], failures: [{ digest: shown }] });
  });
}
