import { applicationErrorMessage } from '../../../candor/src/screens/error-message';
import type { LogLine } from '../../support/application';
import { waitUntil } from '../../support/wait-until';
import { expect, expectReported, keptReports, mayPrint, post, redactedServerError } from './fixtures';
import { shownReference, test } from './fixtures';

// Places where code can throw in the browser, or because of what a browser asks for.

const places = '/failing/places';
type Counters = { ignored: Record<string, number>; policy: { reports: Record<string, number> } };

const lazy = 'a module that the browser imports when it is needed';
const ofBrowser: { control: string; path?: string; message?: string; isScreen?: true; transaction?: string }[] = [
  { control: 'lazy', message: lazy, isScreen: true },
  { control: 'use', message: 'a promise that use() reads', isScreen: true },
  { control: 'effect', message: 'an effect', isScreen: true },
  { control: 'import', message: lazy },
  { control: 'transition', message: 'an action of a transition' },
  // HTML that is read as JSON: in an event handler, in an effect, and after a client navigation.
  { control: 'json' },
  { control: '', path: '/json', transaction: '/json' },
  { control: 'To a page that reads JSON', transaction: '/json' },
];

test('a throw in the browser is one event; while it renders there is the screen, else the page stays', async ({
  page,
  ingest,
  since,
}) => {
  mayPrint(page, /Unexpected token '<'/);
  const ids: (string | undefined)[] = [];
  for (const { control, path = '', message, isScreen, transaction = '' } of ofBrowser) {
    await test.step(control || path, async () => {
      const before = ingest.arrivals.length;
      await page.goto(`${places}/browser${path}`);
      if (control) await page.getByText(control, { exact: true }).click();
      if (isScreen) await expect(page.getByText(applicationErrorMessage('client', 'localhost'))).toBeVisible();
      const { event } = await waitUntil('its event', () => ingest.arrivals.slice(before).find((one) => one.event));
      const value = event?.exception?.values.at(-1);
      if (message) expect(value?.value).toBe(`Failing: ${message}.`);
      else
        expect(value).toMatchObject({
          type: 'SyntaxError',
          mechanism: { type: 'candor.unhandledrejection', handled: false },
        });
      expect(event?.transaction).toBe(`${places}/browser${transaction}`);
      if (isScreen) expect(await shownReference(page, 'Event')).toBe(event?.event_id);
      else await expect.poll(() => keptReports(page)).toBe(0);
      ids.push(event?.event_id);
    });
  }
  expect(await since()).toEqual({ events: ids, failures: [] });
});

test('what is nobody’s failure is not an event, and is counted', async ({ page, request, since }) => {
  mayPrint(page, /Content Security Policy/);
  for (const { control, reason } of [
    { control: 'suspends', reason: 'React suspends' }, // What React throws to suspend, and code has captured.
    { control: 'foreign', reason: 'a script of another site' },
    { control: 'validate', reason: 'eval' }, // A probe for eval, as Zod makes.
  ]) {
    await test.step(reason, async () => {
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

test('a failed action shows its digest, without JavaScript too; so does one without a result that can be sent', async ({
  page,
  withoutScripts,
  application,
  since,
}) => {
  mayPrint(page, redactedServerError);
  const logged = application.log.length;
  const digests: string[] = [];
  for (const visitor of [page, withoutScripts]) {
    await visitor.goto(`${places}/actions`);
    expect((await post(visitor, visitor.getByRole('button', { name: 'Submit' }))).status()).toBe(500);
    digests.push(await shownReference(visitor, 'Digest'));
  }
  await page.goto(`${places}/actions`);
  await page.getByRole('button', { name: 'Call for a function' }).click();
  const isOfResult = ({ error }: LogLine) => JSON.stringify(error ?? '').includes('Functions cannot be passed');
  const { digest = '', routeType } = await waitUntil('its line', () => application.log.slice(logged).find(isOfResult));
  expect(routeType).toBe('action');
  await expectReported(since, [...digests, digest]);
  expect(application.log.slice(logged).filter(({ msg }) => msg === 'request rejected')).toEqual([]);
});

test('a failure of a prefetch is one event, whose digest the page then shows', async ({ page, since, application }) => {
  mayPrint(page, redactedServerError);
  await page.goto(`${places}/prefetch`);
  await application.waitForLog(({ path }) => path === `${places}/prefetch/target`);
  await page.getByRole('link', { name: 'To a page that fails' }).click();
  await expect(page.getByText(applicationErrorMessage('server', 'localhost'))).toBeVisible();
  const shown = await shownReference(page, 'Digest');
  expect(await since()).toMatchObject({ events: [shown], failures: [{ digest: shown }] });
});
