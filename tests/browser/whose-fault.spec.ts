import type { Page } from 'playwright/test';
import type { Application } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { control, expect, failInBrowser, mayPrint, sampleError, test } from './fixtures';

// The table of verdict.test.ts decides; here is what a browser tells it.

type Ignored = Record<string, number>;

const ignoredAt = async ({ url }: Application) =>
  ((await (await fetch(`${url}/monitoring`)).json()) as { ignored: Ignored }).ignored;

/** Runs it in the page as a script with this address does. */
const runAs = (page: Page, address: string, script: string) => page.evaluate(`${script};0\n//# sourceURL=${address}`);

const throwsAndRejects = `{
  setTimeout(() => { throw new Error('thrown'); });
  Promise.reject(new Error('rejected'));
  const { stack } = new Error('coded');
  Promise.reject({ code: 4001, message: 'coded', stack });
}`;

test.beforeEach(({ page }) =>
  mayPrint(page, sampleError, /thrown|rejected|coded|^(Object|Event) |^(Object|Event)$|Failed to load resource/),
);

test('what an extension or another site throws or rejects is counted, and is no event', async ({
  page,
  start,
  service,
}) => {
  const site = await start({ SENTRY_DSN: service.dsn });
  for (const [reason, address] of [
    ['an extension', 'chrome-extension://abc/inpage.js'],
    ['a script of another site', 'https://tags.example/a.js'],
  ] as const) {
    await page.goto(`${site.url}/failing-page`); // What repeats in a page is counted once.
    await runAs(page, address, throwsAndRejects);
    await waitUntil('all three', async () => (await ignoredAt(site))[reason] === 3);
  }
  const { id } = await failInBrowser(page, { url: `${site.url}/failing-page` });
  expect(service.arrivals.map(({ event }) => event?.event_id)).toEqual([id]);
});

test('skipped transitions and aborted requests are counted; a time limit and the callback of a transition are events', async ({
  page,
  start,
  service,
}) => {
  mayPrint(page, /Transition|aborted|timed out|of the callback/);
  const site = await start({ SENTRY_DSN: service.dsn });
  await page.goto(`${site.url}/failing-page`);
  await runAs(
    page,
    `${site.url}/own.js`,
    `document.startViewTransition(() => {});
     document.startViewTransition(() => {});
     const aborted = new AbortController();
     void fetch('/monitoring', { signal: aborted.signal });
     aborted.abort();
     const timeLimit = new Promise((_, reject) => {
       const signal = AbortSignal.timeout(1);
       signal.addEventListener('abort', () => reject(signal.reason));
     });
     setTimeout(() => document.startViewTransition(() => { throw new Error('of the callback'); }), 500);`,
  );
  const texts = () => service.arrivals.map(({ event }) => event?.exception?.values[0]?.value ?? '');
  await waitUntil('the limit', () => texts().some((text) => text.includes('timed out')));
  await waitUntil('the callback', () => texts().some((text) => text.includes('of the callback')));
  await waitUntil('both counts', async () => {
    const { 'a view transition was skipped': skipped = 0, 'aborted on purpose': aborted = 0 } = await ignoredAt(site);
    return skipped > 0 && aborted > 0;
  });
  expect(texts().filter((text) => /skipped|aborted/i.test(text))).toEqual([]);
});

test('a screen survives a translator, which leaves its reference as it is', async ({ page }) => {
  await page.goto('/failing-page');
  await control(page, 'browser-render').click();
  const reference = page.locator('.reference code');
  const before = await reference.innerText();
  await page.evaluate(() => {
    document.documentElement.classList.add('translated-ltr');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
      text.parentElement?.closest('[translate="no"], script, style') || !text.nodeValue?.trim()
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `[${text.nodeValue}]`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
  await expect(reference).toHaveText(before);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(control(page, 'browser-render')).toBeVisible();
});
