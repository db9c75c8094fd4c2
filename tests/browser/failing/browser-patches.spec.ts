import type { ReceivedEvent } from '../../support/fake-ingest';
import { expect, mayPrint, test } from './fixtures';
import { expectLogged, rewriteChunks, watchReported } from '../browser-patches';

type Counters = { ignored: Record<string, number> };

// See patches-browser.spec.ts.

test('without the router of a page of the Pages Router it hydrates, and loses that alone', async ({
  page,
  application,
  ingest,
}) => {
  mayPrint(page, /client-side exception has occurred/, /Cannot read properties of undefined/);
  const transaction = async () => {
    const before = ingest.arrivals.length;
    await page.goto('/failing/pages-router/42');
    await page.getByRole('button', { name: 'Outside' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await expect.poll(() => ingest.arrivals.length).toBeGreaterThan(before);
    return ingest.arrivals[before]?.event?.transaction;
  };
  const reported = watchReported(page);
  expect(await transaction()).toBe('/failing/pages-router/[id]');
  await page.goto('/failing/pages-router/42');
  expect(reported).toEqual([]);

  await page.addInitScript(() => {
    let kept: object = {};
    const set = (ofNext: object) => void (kept = { ...ofNext, router: undefined });
    Object.defineProperty(window, 'next', { get: () => kept, set });
  });
  expect(await transaction()).toBeUndefined();
  await expect.poll(() => reported).toEqual([['route-pattern']]);
  await expectLogged(application, 'route-pattern');
});

test('without suspensions a page hydrates, and has an event more', async ({ page, application, ingest }) => {
  const reported = watchReported(page);
  const ignored = async () => {
    const { ignored } = (await (await fetch(`${application.url}/monitoring`)).json()) as Counters;
    return ignored['React suspends'] ?? 0;
  };
  const suspend = async () => {
    await page.goto('/failing/places/browser');
    await page.getByText('suspends', { exact: true }).click();
  };
  const isOfReact = ({ exception }: ReceivedEvent) => /React error #460/.test(exception?.values.at(-1)?.value ?? '');
  const before = await ignored();
  await suspend();
  await expect.poll(ignored).toBeGreaterThan(before);
  expect(ingest.arrivals.filter(({ event }) => event && isOfReact(event))).toEqual([]);

  await rewriteChunks(page, (text) => text.replace('#(460|474|542)', '#(taken|away)'));
  await suspend();
  await ingest.waitForEvent(isOfReact);
  expect(reported).toEqual([]); // Nothing tells a message that is not known from that of any error.
});
