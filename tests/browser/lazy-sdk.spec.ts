import type { Page } from 'playwright/test';
import { manyFailures } from '../support/application';
import type { ReceivedEvent } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { control, eventState, expect, expecting, failedToLoad, mayPrint, sampleError, test } from './fixtures';

test.use(expecting(sampleError));

test('an idle page loads nothing for reporting, and its first failure loads the SDK', async ({ page }) => {
  await page.addInitScript(() => {
    // The second idle moment after the load: a starter that waits for the first one has had its turn.
    window.addEventListener('load', () =>
      requestIdleCallback(() => requestIdleCallback(() => (document.documentElement.dataset.idle = 'yes'))),
    );
  });
  const requested = watchRequests(page);
  await page.goto('/failing-page/start');
  await expect(page.locator('html[data-idle]')).toBeAttached();
  await page.getByRole('link', { name: 'A page that fails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A page that fails');
  expect(requested).toEqual({ sdk: 0, monitoring: 0 });
  // A page that holds a lock cannot be kept for going back to it.
  expect(await page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([]);

  await control(page, 'browser-error').click();
  await expect(eventState(page.locator('[data-kind="browser-error"]'))).toHaveText('sent');
  await expect.poll(() => requested).toEqual({ sdk: 1, monitoring: 2 });
});

function watchRequests(page: Page) {
  const requested = { sdk: 0, monitoring: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/monitoring')) requested.monitoring += 1;
  });
  page.on('response', async (response) => {
    const text = response.url().endsWith('.js') ? await response.text().catch(() => '') : '';
    if (text.includes('sentry.javascript.')) requested.sdk += 1;
  });
  return requested;
}

const moments = [
  ...['the starter runs', 'the page hydrates', 'the page is loaded', 'a second goes by', 'all breaks at once'],
  ...['a link is followed', 'the page goes'],
];
const perMoment = 15;

function throwAtEveryMoment(count: number) {
  const throwOne = (moment: string, number: number) => {
    const error = new Error(`Sample error ${number} when ${moment}.`);
    error.stack = `${String(error)}\n    at throwOne (${location.origin}/own.js:1:1)`; // As if a file of this site had it.
    // A page that goes hears of no rejection any more.
    if (number % 5 === 0 && moment !== 'the page goes') void Promise.reject(error);
    else reportError(error); // As if nobody had caught it.
  };
  const throwAll = (moment: string) => {
    for (let number = 0; number < count; number += 1) throwOne(moment, number);
  };
  const throwOneByOne = (moment: string, pauseMs: number, then: () => void) => {
    let number = 0;
    const timer = setInterval(() => {
      if (number < count) return throwOne(moment, number++);
      clearInterval(timer);
      then();
    }, pauseMs);
  };

  const listen = document.addEventListener.bind(document) as (...all: unknown[]) => void;
  let isStarted = false;
  document.addEventListener = (...all: unknown[]) => {
    listen(...all);
    if (all[0] !== 'click' || isStarted) return; // What the starter listens for last, and first of all that do.
    isStarted = true;
    throwAll('the starter runs');
    throwOneByOne('the page hydrates', 0, () => {
      throwAll('the page is loaded');
      throwOneByOne('a second goes by', 30, () => {
        throwAll('all breaks at once');
        document.documentElement.dataset.thrown = 'yes';
      });
    });
  };
  listen('click', () => throwAll('a link is followed'));
  window.addEventListener('pagehide', () => throwAll('the page goes'));
}

test('each error in a page’s life arrives, with its breadcrumbs', async ({ page, start, service }) => {
  // So many at once are more than one client may post in a second: they are repeated.
  mayPrint(page, /ERR_FAILED/, failedToLoad(429));
  await page.addInitScript(throwAtEveryMoment, perMoment);
  const { url } = await start({ SENTRY_DSN: service.dsn, ...manyFailures }); // The next test would post as the same client.
  await page.goto(`${url}/failing-page/start`);
  await expect(page.locator('html[data-thrown]')).toBeAttached();
  await page.getByRole('link', { name: 'A page that fails' }).click();
  await expect(page).toHaveURL(`${url}/failing-page`);
  await page.goto('about:blank');
  const next = await page.context().newPage(); // Without what throws.
  await next.goto(url);

  const arrived = () => service.arrivals.flatMap(({ event }) => event ?? []);
  const messageOf = ({ exception }: ReceivedEvent) => exception?.values[0]?.value ?? '';
  await waitUntil('all to arrive', () => new Set(arrived().map(messageOf)).size === moments.length * perMoment, 60_000);
  expect(new Set(arrived().map(({ event_id }) => event_id)).size, 'under an id of its own').toBe(
    moments.length * perMoment,
  );
  const momentOf = (event: ReceivedEvent) => messageOf(event).replace(/^Sample error \d+ when |\.$/g, '');
  // By the events' own times, whenever they arrived: a rejection is heard of later than it is made.
  const byTime = arrived().toSorted((one, other) => Number(one.timestamp) - Number(other.timestamp));
  expect([...new Set(byTime.map(momentOf))]).toEqual(moments);
  const clicks = [expect.objectContaining({ category: 'ui.click', message: 'a.button' })];
  for (const event of arrived().filter((one) => momentOf(one) === 'the page goes'))
    expect(event.breadcrumbs).toEqual(expect.arrayContaining(clicks));
});
