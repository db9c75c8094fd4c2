// @vitest-environment happy-dom
import type { Window } from 'happy-dom';
import consoleOfNode from 'node:console';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { respondWith, startSimpleServer, type SimpleServer } from '../server/simple-server';

let noteNavigation: (to: string) => void;
let breadcrumbs: () => object[];
let server: SimpleServer;
const fetchOfBrowser = window.fetch;

beforeEach(async () => {
  server = await startSimpleServer();
  (window as unknown as Window).happyDOM.setURL(`${server.url}/here?token=secret#part`);
  vi.spyOn(consoleOfNode, 'error').mockImplementation(() => {}); // Where happy-dom notes every failed request.
  vi.resetModules();
  const fresh = await import('../../../candor/browser/breadcrumbs');
  ({ noteNavigation, breadcrumbs } = fresh);
  fresh.watchBreadcrumbs();
});
afterEach(async () => {
  window.fetch = fetchOfBrowser;
  document.body.replaceChildren();
  await server.close();
});

describe('clicks', () => {
  function click(html: string, selector: string) {
    document.body.innerHTML = html;
    document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return breadcrumbs();
  }
  const clickOn = (message: string) => [{ timestamp: expect.any(Number), category: 'ui.click', message }];

  test.each([
    ['a button', '<button id="buy" class="primary big">Pay 7 €</button>', 'button', 'button#buy.primary.big'],
    ['what stands in a link', '<a id="home" href="/"><b class="x">Jane Doe</b></a>', 'b', 'a#home'],
    ['a drawing in a button', '<button id="buy"><svg><path /></svg></button>', 'path', 'button#buy'],
    ['a drawing', '<svg id="logo" class="round"><path /></svg>', 'svg', 'svg#logo.round'],
    ['an element without a name', '<p>words</p>', 'p', 'p'],
    ['an element with a class only', '<p class="x">words</p>', 'p', 'p.x'],
  ])('keeps a click on %s without its words', (_, html, selector, message) => {
    expect(click(html, selector)).toEqual(clickOn(message));
  });

  test('keeps a click on nothing that is an element', () => {
    document.dispatchEvent(new MouseEvent('click'));
    expect(breadcrumbs()).toEqual(clickOn(''));
  });

  test('keeps a click that a listener of the page stops', () => {
    document.body.innerHTML = '<button id="stops"></button>';
    document.querySelector('button')?.addEventListener('click', (event) => event.stopImmediatePropagation());
    document.querySelector('button')?.click();
    expect(breadcrumbs()).toEqual(clickOn('button#stops'));
  });
});

describe('navigations', () => {
  test.each([
    ['/there?email=a@b.test#part', '/there'],
    ['http://other.test/there?a', 'http://other.test/there'],
    ['http://', 'unreadable'],
  ])('keeps that it went to %s without query and fragment', (to, address) => {
    noteNavigation(to);
    const data = { from: '/here', to: address };
    expect(breadcrumbs()).toEqual([{ timestamp: expect.any(Number), category: 'navigation', data }]);
  });
});

describe('fetches', () => {
  const fetchOf = (data: object) => [
    { timestamp: expect.any(Number), category: 'fetch', level: 'error', data: expect.objectContaining(data) },
  ];

  test.each<[string, () => Promise<Response>, string]>([
    ['a text', () => fetch('/data?token=secret'), 'GET'],
    ['a text and a method', () => fetch('/data?token=secret', { method: 'POST' }), 'POST'],
    ['a URL', () => fetch(new URL('/data?token=secret', location.href)), 'GET'],
    ['a Request', () => fetch(new Request('/data?token=secret', { method: 'PUT' })), 'PUT'],
    ['a Request and a method', () => fetch(new Request('/data?token=secret'), { method: 'DELETE' }), 'DELETE'],
  ])('keeps one of %s that was answered with an error, and gives the answer back', async (_, ask, method) => {
    server.answer(respondWith(503, 'not now'));
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('not now');
    expect(breadcrumbs()).toEqual(fetchOf({ method, url: '/data', status_code: 503 }));
  });

  test("names the origin where it is another's", async () => {
    const url = server.url.replace('127.0.0.1', 'localhost');
    await fetch(`${url}/data?token=secret`).catch(() => {});
    expect(breadcrumbs()).toEqual(fetchOf({ url: `${url}/data` }));
  });

  test('keeps one that got no answer, and gives back why', async () => {
    server.answer((response) => void response.destroy());
    const thrown = (await fetch('/data').catch((error: unknown) => error)) as Error;
    expect(thrown).toBeInstanceOf(Error);
    expect(breadcrumbs()).toEqual(fetchOf({ url: '/data', error: thrown.name }));
  });

  test('keeps one of an address that cannot be read, and gives back why', async () => {
    await expect(fetch('http://')).rejects.toThrow();
    expect(breadcrumbs()).toEqual(fetchOf({ url: 'unreadable' }));
  });

  test('keeps neither one that succeeded nor one that the page has given up', async () => {
    await fetch('/data');
    const leaving = new AbortController();
    const arrived = new Promise<void>((resolve) => server.answer(() => resolve()));
    const asking = fetch('/data', { signal: leaving.signal });
    await arrived;
    leaving.abort();
    await expect(asking).rejects.toThrow();
    server.answer(respondWith(404));
    await fetch('/later');
    expect(breadcrumbs()).toEqual(fetchOf({ url: '/later' }));
  });

  test.each([['gone'], [new Error('gone')]])('passes on the reason %o of giving up', passesOn);
  test.each([[null], [undefined]])('passes on the reason %o of giving up', passesOn);

  async function passesOn(reason: unknown) {
    const takeUnheard = listenForUnheard();
    vi.resetModules();
    window.fetch = () => Promise.reject(reason); // As browsers do it, which happy-dom does not.
    const { watchBreadcrumbs } = await import('../../../candor/browser/breadcrumbs');
    watchBreadcrumbs();
    const thrown: unknown = await fetch('/data').catch((thrown: unknown) => thrown);
    expect(await takeUnheard()).toEqual([]);
    expect(thrown).toBe(reason);
  }

  test.each([
    [undefined, '/undefined'],
    [null, '/null'],
  ])('keeps one of %o, and fails itself at nothing', async (input, url) => {
    const takeUnheard = listenForUnheard();
    vi.resetModules();
    window.fetch = async () => new Response('', { status: 404 }); // Browsers ask for this; happy-dom does not.
    const { breadcrumbs, watchBreadcrumbs } = await import('../../../candor/browser/breadcrumbs');
    watchBreadcrumbs();
    await fetch(input as unknown as string);
    expect(await takeUnheard()).toEqual([]);
    expect(breadcrumbs()).toEqual(fetchOf({ method: 'GET', url, status_code: 404 }));
  });

  /** Takes the test runner's place as a listener for rejections that nobody hears, until what came is asked for. */
  function listenForUnheard(): () => Promise<unknown[]> {
    const unheard: unknown[] = [];
    const listeners = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (thrown) => unheard.push(thrown));
    return async () => {
      await new Promise((resolve) => setImmediate(resolve)); // When Node has told of what nobody has heard.
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
      return unheard;
    };
  }

  test('leaves out the posts of our own reports', async () => {
    server.answer(respondWith(503));
    await fetch('/monitoring', { method: 'POST', body: 'x' });
    await fetch('/data');
    expect(breadcrumbs()).toEqual(fetchOf({ url: '/data' }));
  });
});

test('keeps the last twenty, the newest last', () => {
  for (let step = 1; step <= 25; step += 1) noteNavigation(`/${step}`);
  const steps = breadcrumbs().map((breadcrumb) => (breadcrumb as { data: { to: string } }).data.to);
  expect(steps).toEqual(Array.from({ length: 20 }, (_, index) => `/${index + 6}`));
});

test('gives each failure the trail as it was', () => {
  noteNavigation('/1');
  const before = breadcrumbs();
  noteNavigation('/2');
  expect(before).toHaveLength(1);
});
