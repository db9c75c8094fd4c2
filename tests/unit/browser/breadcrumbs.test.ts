// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { respondWith } from '../../support/fake-ingest';
import { servePage } from './serve-page';

let site: Awaited<ReturnType<typeof servePage>>;
let trail: Awaited<ReturnType<typeof beginPage>>;
const fetchOfBrowser = window.fetch;

/** The module as a page has it that begins, in a browser that sends requests in this way. */
async function beginPage(send = fetchOfBrowser) {
  vi.resetModules();
  window.fetch = send;
  const { holdRequests } = await import('../../../candor/src/browser/hold-requests');
  holdRequests(() => new Promise(() => {}));
  return import('../../../candor/src/browser/breadcrumbs');
}

beforeEach(async () => {
  site = await servePage(respondWith(200), '/here?token=secret#part');
  trail = await beginPage();
  trail.recordClicks();
});
afterEach(() => void (window.fetch = fetchOfBrowser));

const expectOnly = (breadcrumb: object) =>
  expect(trail.recentBreadcrumbs()).toEqual([{ timestamp: expect.any(Number), ...breadcrumb }]);
const expectClick = (message: string) => expectOnly({ category: 'ui.click', message });
const expectFetch = (data: object) =>
  expectOnly({ category: 'fetch', level: 'error', data: expect.objectContaining(data) });

test.each([
  ['a button', '<button id="buy" class="primary big">Pay 7 €</button>', 'button', 'button#buy.primary.big'],
  ['an element in a link', '<a id="home" href="/"><b class="x">Jane Doe</b></a>', 'b', 'a#home'],
  ['a drawing in a button', '<button id="buy"><svg><path /></svg></button>', 'path', 'button#buy'],
  ['a drawing', '<svg id="logo" class="round"><path /></svg>', 'svg', 'svg#logo.round'],
  ['an element without a name', '<p>words</p>', 'p', 'p'],
  ['an element with a class only', '<p class="x">words</p>', 'p', 'p.x'],
])('records a click on %s without its text', (_, html, selector, message) => {
  document.body.innerHTML = html;
  document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expectClick(message);
});

test('records a click on what is not an element, and one whose propagation the page stops', () => {
  document.body.innerHTML = '<button id="stops"></button>';
  const button = document.querySelector('button');
  button?.addEventListener('click', (event) => event.stopImmediatePropagation());
  document.dispatchEvent(new MouseEvent('click'));
  button?.click();
  expect(trail.recentBreadcrumbs()).toMatchObject([{ message: '' }, { message: 'button#stops' }]);
});

test.each([
  ['/there?email=a@b.test#part', '/there'],
  ['http://other.test/there?a', 'http://other.test/there'],
  ['data:text/plain,secret', 'data:'],
  ['http://', 'unreadable'],
])('records a navigation to %s without query and fragment', (to, recorded) => {
  trail.recordNavigation(to);
  expectOnly({ category: 'navigation', data: { from: '/here', to: recorded } });
});

describe('a fetch', () => {
  test.each<[string, () => Promise<Response>, string]>([
    ['a string', () => fetch('/data?token=secret'), 'GET'],
    ['a string and a method', () => fetch('/data?token=secret', { method: 'POST' }), 'POST'],
    ['a URL', () => fetch(new URL('/data?token=secret', location.href)), 'GET'],
    ['a Request', () => fetch(new Request('/data?token=secret', { method: 'PUT' })), 'PUT'],
    ['a Request and a method', () => fetch(new Request('/data?token=secret'), { method: 'DELETE' }), 'DELETE'],
  ])('of %s is recorded with an error status, and returns the response', async (_, send, method) => {
    site.answer(respondWith(503, 'not now'));
    const response = await send();
    expect([response.status, await response.text()]).toEqual([503, 'not now']);
    expectFetch({ method, url: '/data', status_code: 503 });
  });

  test('of a foreign URL is recorded with its origin', async () => {
    const url = site.url.replace('127.0.0.1', 'localhost');
    await fetch(`${url}/data?token=secret`).catch(() => {});
    expectFetch({ url: `${url}/data` });
  });

  test.each([
    ['without a response', '/data', '/data'],
    ['of an unreadable URL', 'http://', 'unreadable'],
  ])('%s is recorded, and passes the error on', async (_, input, url) => {
    site.answer((response) => response.destroy());
    const thrown = (await fetch(input).catch((error: unknown) => error)) as Error;
    expect(thrown).toBeInstanceOf(Error);
    expectFetch({ url, error: thrown.name });
  });

  test('is not recorded that succeeds, is aborted, is of our own reports, or has a status that the browser hides', async () => {
    await fetch('/data');
    const aborting = new AbortController();
    const arrived = new Promise((resolve) => site.answer(resolve));
    const fetching = fetch('/data', { signal: aborting.signal });
    await arrived;
    aborting.abort();
    await expect(fetching).rejects.toThrow();
    site.answer(respondWith(404));
    await fetch('/monitoring', { method: 'POST', body: 'x' });
    await fetch('/later');
    expectFetch({ url: '/later' });
    trail = await beginPage(async () => Response.error()); // Status 0, as of another site in the mode `no-cors`.
    await fetch('/counter', { mode: 'no-cors' });
    expect(trail.recentBreadcrumbs()).toEqual([]);
  });

  // Browsers reject with any value; happy-dom does not.
  test.each<unknown>(['gone', new Error('gone'), null, undefined])('passes the rejection %o on', async (reason) => {
    await beginPage(() => Promise.reject(reason));
    expect(await unhandledOf(() => expect(fetch('/data')).rejects.toBe(reason))).toEqual([]);
  });

  test('that failed, and that nobody awaits, is left unhandled', async () => {
    const reason = new TypeError('Failed to fetch');
    await beginPage(() => Promise.reject(reason));
    const fetched = async () => {
      vi.useFakeTimers(); // It waits for a moment whether the page is being left.
      void fetch('/data');
      await vi.advanceTimersByTimeAsync(100);
      vi.useRealTimers();
    };
    expect(await unhandledOf(fetched)).toEqual([reason]);
  });

  // Browsers send these requests; happy-dom does not.
  test.each([undefined, null])('of %o is recorded, and causes no error of its own', async (input) => {
    trail = await beginPage(async () => new Response('', { status: 404 }));
    expect(await unhandledOf(() => fetch(input as unknown as string))).toEqual([]);
    expectFetch({ method: 'GET', url: `/${input}`, status_code: 404 });
  });

  /** The rejections that are unhandled in this work, taken from the test runner. */
  async function unhandledOf(work: () => unknown): Promise<unknown[]> {
    const unhandled: unknown[] = [];
    const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (thrown) => unhandled.push(thrown));
    await work();
    await new Promise((resolve) => setImmediate(resolve)); // Node announces unhandled rejections before this.
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
    return unhandled;
  }
});

test('keeps the last twenty, the newest last, and gives each failure a copy', () => {
  trail.recordNavigation('/1');
  const before = trail.recentBreadcrumbs();
  for (let step = 2; step <= 25; step += 1) trail.recordNavigation(`/${step}`);
  const to = Array.from({ length: 20 }, (_, index) => ({ data: { to: `/${index + 6}` } }));
  expect(trail.recentBreadcrumbs()).toMatchObject(to);
  expect(before).toHaveLength(1);
});
