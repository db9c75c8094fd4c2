import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { manyFailures, standalone, startApplication, type Application } from '../../support/application';
import { expect, test as base } from './fixtures';

/** A page or screen as a visitor meets it, and how it is reached from a new tab. */
export type Screen = {
  /** For the titles of tests and the names of screenshots. */
  name: string;
  heading: string | RegExp;
  /** Default: one that reports to a service that takes all. */
  server?: keyof typeof servers;
  withoutScripts?: true;
  /** It tells of a failure: the focus goes to its heading, and no robot is to index it. */
  tellsOf?: 'failure';
  /** What of it paper has to show. */
  printed?: 'reference' | 'rows' | 'rows with references';
  /** Below its top it looks as another one does, so its screenshots end there. */
  isLikeAnotherBelow?: true;
  /** Taken of it: one of each layout in one window and scheme, of the main layouts two; none where another has the layout. */
  screenshots?: Screenshot[];
  reach: (page: Page) => Promise<unknown>;
};

type Screenshot = `${'phone' | 'desktop'}-${'light' | 'dark'}`;

const servers = {
  reporting: undefined, // The one that every test has.
  limited: { FAILURES_PER_MINUTE: '0' },
  down: { ...manyFailures, SENTRY_DSN: 'http://key@127.0.0.1:9/1' },
};

type TestFixtures = {
  /** Reaches the screen in a browser context of its own, and waits until it changes no more by itself. */
  visit: (screen: Screen, options?: BrowserContextOptions) => Promise<Page>;
};
type WorkerFixtures = { urlOf: (server?: Screen['server']) => Promise<string> };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  urlOf: [
    async ({ application }, provide) => {
      const started: Partial<Record<keyof typeof servers, Application>> = { reporting: application };
      await provide(async (server = 'reporting') => {
        started[server] ??= await startApplication(servers[server] ?? {}, standalone.own);
        return started[server].url;
      });
      delete started.reporting;
      await Promise.all(Object.values(started).map((other) => other.stop()));
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, urlOf }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async ({ server, withoutScripts, heading, reach }, options) => {
      const baseURL = await urlOf(server);
      const context = await browser.newContext({ baseURL, javaScriptEnabled: !withoutScripts, ...options });
      contexts.push(context);
      const page = await context.newPage();
      await reach(page);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
