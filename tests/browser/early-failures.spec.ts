import { waitUntil } from '../support/wait-until';
import type { Page } from 'playwright/test';
import { manyFailures } from '../support/application';
import type { ReceivedEvent, FakeIngest } from '../support/fake-ingest';
import { expect, failedToLoad, mayPrint, sampleError, test } from './fixtures';

/** How many errors are thrown when; in this order. */
const moments = {
  'the starter runs': 30,
  'the page hydrates': 20,
  'the page is loaded': 20,
  'a second goes by': 30,
  'all breaks at once': 50,
  'a link is followed': 20,
  'the page goes': 30,
};
const total = Object.values(moments).reduce((sum, count) => sum + count);

/** Runs in the page before all of its scripts. */
function throwAtEveryMoment(counts: typeof moments) {
  const throwOne = (moment: keyof typeof counts, number: number) => {
    const error = new Error(`Sample error ${number} when ${moment}.`);
    error.stack = `${String(error)}\n    at throwOne (${location.origin}/own.js:1:1)`; // As if a file of this site had it.
    // A page that goes hears of no rejection any more.
    if (number % 5 === 0 && moment !== 'the page goes') void Promise.reject(error);
    else reportError(error); // As if nobody had caught it.
  };
  const throwAll = (moment: keyof typeof counts) => {
    for (let number = 0; number < counts[moment]; number += 1) throwOne(moment, number);
  };
  const throwOneByOne = (moment: keyof typeof counts, pauseMs: number, then: () => void) => {
    let number = 0;
    const timer = setInterval(() => {
      if (number < counts[moment]) return throwOne(moment, number++);
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

type Early = { message: string; moment: string; event: ReceivedEvent };

test.beforeEach(async ({ page }) => {
  // So many at once are more than one client may post in a second: they are repeated.
  mayPrint(page, sampleError, /ERR_FAILED/, failedToLoad(429));
  await page.addInitScript(throwAtEveryMoment, moments);
});

test('of 200 errors at every moment of a page’s life each arrives, with its breadcrumbs', async ({
  page,
  start,
  service,
}) => {
  // One of its own: the next test would post as the same client.
  const { url } = await start({ SENTRY_DSN: service.dsn, ...manyFailures });
  await liveThroughAll(page, url);
  await visitAgain(page, url);
  const early = await allOf(service);
  expect(momentsByTime(early)).toEqual(Object.keys(moments));
  for (const { moment, event } of early) {
    const clicks = [expect.objectContaining({ category: 'ui.click', message: 'a.button' })];
    if (moment === 'the page goes') expect(event.breadcrumbs).toEqual(expect.arrayContaining(clicks));
  }
});

async function liveThroughAll(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/failing-page/start`);
  await expect(page.locator('html[data-thrown]')).toBeAttached();
  await page.getByRole('link', { name: 'A page that fails' }).click();
  await expect(page).toHaveURL(`${url}/failing-page`);
  await page.goto('about:blank');
}

/** In a tab of its own, without what throws. */
async function visitAgain(page: Page, url: string): Promise<void> {
  const next = await page.context().newPage();
  await next.goto(url);
}

/** Every one of them, under an id of its own. */
async function allOf({ arrivals }: FakeIngest): Promise<Early[]> {
  const arrived = () =>
    arrivals.flatMap(({ event }) => {
      const message = event?.exception?.values[0]?.value ?? '';
      return event ? { message, moment: message.replace(/^Sample error \d+ when |\.$/g, ''), event } : [];
    });
  const messages = () => new Set(arrived().map(({ message }) => message));
  await waitUntil('all to arrive', () => messages().size === total, 60_000);
  expect(new Set(arrived().map(({ event }) => event.event_id)).size).toBe(total);
  return arrived();
}

/** As they begin by the events' own times, whenever they arrived: a rejection is heard of later than it is made. */
function momentsByTime(early: Early[]): string[] {
  const byTime = early.toSorted((one, other) => Number(one.event.timestamp) - Number(other.event.timestamp));
  return [...new Set(byTime.map(({ moment }) => moment))];
}
