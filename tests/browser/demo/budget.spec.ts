import type { APIRequestContext } from 'playwright/test';
import { startProcess, type Application } from '../../support/application';
import { buildBareSite } from './bare-site';
import { loadPage, sumOfBodyBytes, sumOfBytes, type Fetched } from './page-load';
import { expect, test as base } from './fixtures';

// What the application may cost a visitor who meets no failure, as ratios, counts and bytes: a time differs by machine.

const test = base.extend<object, { bare: Application }>({
  bare: [
    async ({}, provide) => {
      const server = await buildBareSite();
      const bare = await startProcess(() => [server], {}, undefined, '/');
      await provide(bare);
      await bare.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

const scripts = (fetched: Fetched[]) => fetched.filter(({ type }) => type === 'script');
const atLoad = (fetched: Fetched[]) => fetched.filter(({ isAtLoad }) => isAtLoad);
const table = (fetched: Fetched[]) => fetched.map(({ bytes, url }) => `${bytes} ${url}`).join('\n');

test.describe('beside bare Next.js with the same pages', () => {
  test.describe.configure({ mode: 'default' }); // One worker: the bare site is built once.

  test('the bare site has the same pages', async ({ page, application, bare }) => {
    const shownBy = async ({ url }: Application) => {
      await page.goto(`${url}/`);
      const home = await page.locator('main').innerText();
      await page.goto(`${url}/sentry-example-page`);
      return [home, ...(await page.locator('.catalogue').allInnerTexts())];
    };
    expect(await shownBy(bare)).toEqual(await shownBy(application));
  });

  test('the home page has at most 1.032 times the client JS', async ({ page, application, bare }) => {
    const jsOf = async ({ url }: Application) => sumOfBodyBytes(scripts(atLoad(await loadPage(page, `${url}/`))));
    const [ours, ofBare] = [await jsOf(application), await jsOf(bare)];
    expect(ours / ofBare, `${ours} bytes, bare ${ofBare}`).toBeLessThanOrEqual(1.032);
  });

  for (const { when, those } of [
    { when: 'at load', those: atLoad },
    { when: 'after idle', those: (fetched: Fetched[]) => fetched },
  ]) {
    test(`all bytes of the home page ${when} are at most 1.032 times as many`, async ({ page, application, bare }) => {
      const ours = those(await loadPage(page, `${application.url}/`));
      const ofBare = those(await loadPage(page, `${bare.url}/`));
      const ratio = sumOfBytes(ours) / sumOfBytes(ofBare);
      expect(ratio, `${table(ours)}\nbare:\n${table(ofBare)}`).toBeLessThanOrEqual(1.032);
    });
  }
});

// None reads layout or storage, so none can become a long task. All else that the starter does until then is assignments.
test('until the load event the starter makes ten calls into the browser', async ({ page, request }) => {
  await page.addInitScript(recordCalls);
  await page.goto('/', { waitUntil: 'load' });
  const calls = await page.evaluate(() => (window as unknown as { calls: { call: string; from: string }[] }).calls);
  const ofStarter: string[] = [];
  for (const { call, from } of calls) if (await hasStarter(request, from)) ofStarter.push(call);
  expect(ofStarter.sort()).toEqual([
    'addEventListener click',
    ...['addEventListener error', 'addEventListener error'], // Of the page's own, and of its chunks.
    ...['addEventListener keydown', 'addEventListener pagehide', 'addEventListener pointerdown'],
    'addEventListener unhandledrejection',
    'createElement p', // The notice for a page without a network, where no code for it could be loaded.
    ...['setTimeout 2000', 'setTimeout 2000'],
  ]);
});

async function hasStarter(request: APIRequestContext, chunk: string): Promise<boolean> {
  return chunk !== '' && (await (await request.get(chunk)).text()).includes('candor.browser-reporter');
}

for (const address of ['/', '/sentry-example-page']) {
  test(`${address} loads no font, no image over 20 kB, and nothing from elsewhere`, async ({ page, application }) => {
    const fetched = await loadPage(page, address);
    const named = (those: Fetched[]) => those.map(({ url }) => url);
    expect(named(fetched)).toContain(`${application.url}${address}`);
    expect(named(fetched.filter(({ url }) => new URL(url).origin !== application.url))).toEqual([]);
    expect(named(fetched.filter(({ type }) => type === 'font'))).toEqual([]);
    expect(named(fetched.filter(({ type, bytes }) => type === 'image' && bytes > 20_000))).toEqual([]);
  });
}

test('the HTML of the home page is under 12 kB, compressed', async ({ page }) => {
  const [document] = await loadPage(page, '/');
  expect(document?.type).toBe('document');
  expect(document?.bodyBytes).toBeGreaterThan(0);
  expect(document?.bodyBytes).toBeLessThan(12_000);
});

/**
 * Runs in the page before its scripts. Keeps each call until the load event, with its first argument, or the time of a timer, and
 * the chunk that it is from.
 */
function recordCalls() {
  const calls: { call: string; from: string }[] = [];
  Object.assign(window, { calls });
  const record = (object: object, name: string, at = 0) => {
    const methods = object as Record<string, (...all: unknown[]) => unknown>;
    const own = methods[name]!;
    methods[name] = function (this: unknown, ...all: unknown[]) {
      const [from = ''] = /[^(\s]+\/chunks\/[^:)\s]+/.exec(new Error().stack?.split('\n')[2] ?? '') ?? [];
      if (document.readyState !== 'complete') calls.push({ call: `${name} ${String(all[at])}`, from });
      return own.apply(this, all);
    };
  };
  record(EventTarget.prototype, 'addEventListener');
  for (const name of ['setTimeout', 'setInterval']) record(window, name, 1);
  for (const name of ['fetch', 'requestAnimationFrame', 'requestIdleCallback', 'matchMedia', 'getComputedStyle'])
    record(window, name);
  for (const name of ['createElement', 'querySelector', 'querySelectorAll']) record(Document.prototype, name);
  for (const name of ['getItem', 'setItem', 'key']) record(Storage.prototype, name);
  record(Element.prototype, 'getBoundingClientRect');
}
