import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished, vi } from 'vitest';
import { createBrowserReporter } from '../../../candor/src/browser/create-reporter';
import { createReportStorage } from '../../../candor/src/browser/report-storage';
import { startBrowserSdk } from '../../../candor/src/browser/sdk';

export type Post = { event: { event_id: string; [field: string]: unknown }; init: RequestInit; at: number };
export type Page = ReturnType<ReturnType<typeof openBrowser>['open']>;

export const json = (status: number, body: object, headers: HeadersInit = {}) => {
  return () => Response.json(body, { status, headers });
};
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const on = { reporting: 'on', environment: 'staging' };

/** What the network and the site do with a request for the settings, and with an envelope. */
export const networks = {
  sends: [json(200, on), json(200, { state: 'sent' })],
  queues: [json(200, on), json(202, { state: 'queued' })],
  refuses: [json(200, on), json(413, { error: 'too large', state: 'dropped' })],
  limits: [json(200, on), json(429, {}, { 'Retry-After': '30' })],
  fails: [json(503, {}), json(502, {})],
  'is a page of a hotel': [() => new Response('<html>'), () => new Response('<html>')],
  'reports nothing': [json(200, { ...on, reporting: 'off' }), json(404, { error: 'Reporting is off.' })],
  'is unreachable': [unreachable, unreachable],
  'loses responses': [unreachable, unreachable],
  hangs: [undefined, undefined],
};
export type Network = keyof typeof networks;

/**
 * A browser for this test, with a site behind a network. Its pages have one storage and one set of locks, and nothing comes of what a
 * closed page still waits for. Time passes only when the test says so.
 */
export function openBrowser(network: Network = 'sends') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const locks = installLocks();
  const running = new AsyncLocalStorage<{ isOpen: boolean }>();
  const ofTest = { isOpen: true };
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const schedule = globalThis[name] as (work: () => void, ms?: number) => unknown;
    const ofPage = (work: () => void, ms?: number) => {
      const page = running.getStore() ?? ofTest;
      return schedule(() => page.isOpen && running.run(page, work), ms);
    };
    Object.assign(globalThis, { [name]: ofPage });
  }
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
    return controller.signal;
  });

  const browser = {
    network,
    /** In place of the network's, to the next envelopes. */
    answers: [] as (() => Response)[],
    /** What the site says of an event. */
    stateOf: (id: string): object => ({ state: browser.accepted.has(id) ? 'sent' : 'unknown' }),
    posts: [] as Post[],
    /** Why errors became no events. */
    counted: [] as string[],
    /** The ids of events that the site has, and of those of which a page has heard so. */
    accepted: new Set<string>(),
    acknowledged: new Set<string>(),
    sentTwice: [] as string[],

    open() {
      const own = { isOpen: true };
      const storage = createReportStorage();
      const reporter = createBrowserReporter(storage);
      running.run(own, () => reporter.start(startBrowserSdk));
      return {
        storage,
        reporter,
        fail: (thrown: unknown, noticedBy: 'error' | 'boundary' = 'boundary') =>
          running.run(own, () => reporter.reportOnce(thrown, noticedBy, noticedBy === 'error' ? { file: '' } : {})!),
        close() {
          own.isOpen = false;
          locks.delete(storage.page); // As the browser does it.
        },
      };
    },
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
  };

  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init = {}) => {
    const page = running.getStore() ?? ofTest;
    return new Promise((resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      const respond = answerTo(input as string, init, page.isOpen);
      if (respond && page.isOpen) resolve(Promise.resolve().then(respond));
    });
  });

  function answerTo(url: string, init: RequestInit, isHeard: boolean): (() => Response) | undefined {
    const [get, post] = networks[browser.network];
    const ignored = new Headers(init.headers).get('Candor-Ignored');
    if (ignored !== null) browser.counted.push(ignored);
    const [, id] = url.split('event=');
    if (id !== undefined && get === networks.sends[0]) return json(200, browser.stateOf(id));
    if (!init.body) return get;
    const [, , line = ''] = new TextDecoder().decode(init.body as Uint8Array).split('\n');
    const event = JSON.parse(line) as Post['event'];
    browser.posts.push({ event, init, at: Date.now() });
    if (browser.acknowledged.has(event.event_id)) browser.sentTwice.push(event.event_id);
    const [answer] = browser.answers.splice(0, 1);
    if (answer) return answer;
    const isLost = browser.network === 'loses responses';
    if (!isLost && browser.network !== 'sends' && browser.network !== 'queues') return post;
    browser.accepted.add(event.event_id);
    if (!isLost && isHeard) browser.acknowledged.add(event.event_id);
    return post;
  }

  return browser;
}

/**
 * Web Locks for this test, because happy-dom has none: one holder a name. https://w3c.github.io/web-locks/
 * @returns the names of those that are held
 */
export function installLocks(): Set<string> {
  const held = new Set<string>();
  const locks = {
    async request(name: string, ...[optionsOrWork, ifFree]: ((lock: object | null) => unknown)[]) {
      if (ifFree && held.has(name)) return ifFree(null);
      while (held.has(name)) await Promise.resolve();
      held.add(name);
      try {
        return await (ifFree ?? optionsOrWork)?.({});
      } finally {
        held.delete(name);
      }
    },
    query: async () => ({ held: [...held].map((name) => ({ name })) }),
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return held;
}
