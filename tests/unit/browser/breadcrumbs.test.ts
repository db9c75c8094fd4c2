// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { respondWith, startSimpleServer, type SimpleServer } from '../server/simple-server';

let recordNavigation: (to: string) => void;
let recentBreadcrumbs: () => object[];
let server: SimpleServer;
const fetchOfBrowser = window.fetch;

beforeEach(async () => {
  server = await startSimpleServer();
  (window as unknown as Window).happyDOM.setURL(`${server.url}/here?token=secret#part`);
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom logs every failed request.
  vi.resetModules();
  const fresh = await wrapFetch();
  ({ recordNavigation, recentBreadcrumbs } = fresh);
  fresh.recordClicks();
});
afterEach(async () => {
  window.fetch = fetchOfBrowser;
  document.body.replaceChildren();
  await server.close();
});

async function wrapFetch() {
  const { holdRequests } = await import('../../../candor/browser/hold-requests');
  holdRequests(() => new Promise(() => {}));
  return import('../../../candor/browser/breadcrumbs');
}

describe('clicks', () => {
  function click(html: string, selector: string) {
    document.body.innerHTML = html;
    document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return recentBreadcrumbs();
  }
  const clickOn = (message: string) => [{ timestamp: expect.any(Number), category: 'ui.click', message }];

  test.each([
    ['a button', '<button id="buy" class="primary big">Pay 7 €</button>', 'button', 'button#buy.primary.big'],
    ['an element in a link', '<a id="home" href="/"><b class="x">Jane Doe</b></a>', 'b', 'a#home'],
    ['a drawing in a button', '<button id="buy"><svg><path /></svg></button>', 'path', 'button#buy'],
    ['a drawing', '<svg id="logo" class="round"><path /></svg>', 'svg', 'svg#logo.round'],
    ['an element without a name', '<p>words</p>', 'p', 'p'],
    ['an element with a class only', '<p class="x">words</p>', 'p', 'p.x'],
  ])('records a click on %s without its text', (_, html, selector, message) => {
    expect(click(html, selector)).toEqual(clickOn(message));
  });

  test('records a click whose target is not an element', () => {
    document.dispatchEvent(new MouseEvent('click'));
    expect(recentBreadcrumbs()).toEqual(clickOn(''));
  });

  test('records a click whose propagation the page stops', () => {
    document.body.innerHTML = '<button id="stops"></button>';
    document.querySelector('button')?.addEventListener('click', (event) => event.stopImmediatePropagation());
    document.querySelector('button')?.click();
    expect(recentBreadcrumbs()).toEqual(clickOn('button#stops'));
  });
});

describe('navigations', () => {
  test.each([
    ['/there?email=a@b.test#part', '/there'],
    ['http://other.test/there?a', 'http://other.test/there'],
    ['http://', 'unreadable'],
  ])('records the URL %s without query and fragment', (to, recorded) => {
    recordNavigation(to);
    const data = { from: '/here', to: recorded };
    expect(recentBreadcrumbs()).toEqual([{ timestamp: expect.any(Number), category: 'navigation', data }]);
  });
});

describe('fetches', () => {
  const fetchOf = (data: object) => [
    { timestamp: expect.any(Number), category: 'fetch', level: 'error', data: expect.objectContaining(data) },
  ];

  test.each<[string, () => Promise<Response>, string]>([
    ['a string', () => fetch('/data?token=secret'), 'GET'],
    ['a string and a method', () => fetch('/data?token=secret', { method: 'POST' }), 'POST'],
    ['a URL', () => fetch(new URL('/data?token=secret', location.href)), 'GET'],
    ['a Request', () => fetch(new Request('/data?token=secret', { method: 'PUT' })), 'PUT'],
    ['a Request and a method', () => fetch(new Request('/data?token=secret'), { method: 'DELETE' }), 'DELETE'],
  ])('records a fetch of %s with an error status, and returns the response', async (_, send, method) => {
    server.answer(respondWith(503, 'not now'));
    const response = await send();
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('not now');
    expect(recentBreadcrumbs()).toEqual(fetchOf({ method, url: '/data', status_code: 503 }));
  });

  test('records the origin of a foreign URL', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost');
    await fetch(`${url}/data?token=secret`).catch(() => {});
    expect(recentBreadcrumbs()).toEqual(fetchOf({ url: `${url}/data` }));
  });

  test('records a fetch without a response, and passes the error on', async () => {
    server.answer((response) => void response.destroy());
    const thrown = (await fetch('/data').catch((error: unknown) => error)) as Error;
    expect(thrown).toBeInstanceOf(Error);
    expect(recentBreadcrumbs()).toEqual(fetchOf({ url: '/data', error: thrown.name }));
  });

  test('records a fetch of an unreadable URL, and passes the error on', async () => {
    await expect(fetch('http://')).rejects.toThrow();
    expect(recentBreadcrumbs()).toEqual(fetchOf({ url: 'unreadable' }));
  });

  test('records neither a successful fetch nor an aborted one', async () => {
    await fetch('/data');
    const aborting = new AbortController();
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()));
    const fetching = fetch('/data', { signal: aborting.signal });
    await arrived;
    aborting.abort();
    await expect(fetching).rejects.toThrow();
    server.answer(respondWith(404));
    await fetch('/later');
    expect(recentBreadcrumbs()).toEqual(fetchOf({ url: '/later' }));
  });

  test('does not record a response whose status the browser hides', async () => {
    vi.resetModules();
    window.fetch = async () => Response.error(); // Status 0, as of a request to another site in the mode `no-cors`.
    const { recentBreadcrumbs } = await wrapFetch();
    await fetch('/counter', { mode: 'no-cors' });
    expect(recentBreadcrumbs()).toEqual([]);
  });

  test.each([['gone'], [new Error('gone')]])('passes the rejection %o on', passesOn);
  test.each([[null], [undefined]])('passes the rejection %o on', passesOn);

  async function passesOn(reason: unknown) {
    const stopListening = listenForUnhandled();
    vi.resetModules();
    window.fetch = () => Promise.reject(reason); // Browsers reject with any value; happy-dom does not.
    await wrapFetch();
    const thrown: unknown = await fetch('/data').catch((thrown: unknown) => thrown);
    expect(await stopListening()).toEqual([]);
    expect(thrown).toBe(reason);
  }

  test('leaves a failed fetch that nobody awaits unhandled', async () => {
    const reason = new TypeError('Failed to fetch');
    const stopListening = listenForUnhandled();
    vi.resetModules();
    window.fetch = () => Promise.reject(reason);
    await wrapFetch();
    void fetch('/data');
    expect(await stopListening()).toEqual([reason]);
  });

  test.each([
    [undefined, '/undefined'],
    [null, '/null'],
  ])('records a fetch of %o, and causes no error of its own', async (input, url) => {
    const stopListening = listenForUnhandled();
    vi.resetModules();
    window.fetch = async () => new Response('', { status: 404 }); // Browsers send this request; happy-dom does not.
    const { recentBreadcrumbs } = await wrapFetch();
    await fetch(input as unknown as string);
    expect(await stopListening()).toEqual([]);
    expect(recentBreadcrumbs()).toEqual(fetchOf({ method: 'GET', url, status_code: 404 }));
  });

  /** Collects unhandled rejections in place of the test runner, until the returned function is called. */
  function listenForUnhandled(): () => Promise<unknown[]> {
    const unhandled: unknown[] = [];
    const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (thrown) => unhandled.push(thrown));
    return async () => {
      await new Promise((resolve) => setImmediate(resolve)); // Node announces unhandled rejections before this.
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
      return unhandled;
    };
  }

  test('leaves out the requests of our own reports', async () => {
    server.answer(respondWith(503));
    await fetch('/monitoring', { method: 'POST', body: 'x' });
    await fetch('/data');
    expect(recentBreadcrumbs()).toEqual(fetchOf({ url: '/data' }));
  });
});

test('keeps the last twenty, the newest last', () => {
  for (let step = 1; step <= 25; step += 1) recordNavigation(`/${step}`);
  const steps = recentBreadcrumbs().map((breadcrumb) => (breadcrumb as { data: { to: string } }).data.to);
  expect(steps).toEqual(Array.from({ length: 20 }, (_, index) => `/${index + 6}`));
});

test('gives each failure a copy of the trail', () => {
  recordNavigation('/1');
  const before = recentBreadcrumbs();
  recordNavigation('/2');
  expect(before).toHaveLength(1);
});
