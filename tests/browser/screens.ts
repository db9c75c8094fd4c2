import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { manyFailures, startApplication, type Application } from '../support/application';
import { until } from '../support/wait-until';
import { control, eventState, expect, test as base } from './fixtures';

/** A page or screen as a visitor meets it, and how it is reached from a new tab. */
export type Screen = {
  /** One line, for the titles of tests and the names of pictures. */
  name: string;
  heading: string | RegExp;
  /** Default: one that reports to a service that takes all. */
  server?: keyof typeof servers;
  withoutScripts?: true;
  /** The body has no elements: public/without-scripts.css alone says what happened. */
  isEmpty?: true;
  /** It tells of a failure: the focus goes to its heading, and no robot is to index it. */
  tellsOf?: 'failure';
  /** Below its top it looks as another one does, so its pictures end there. */
  isLikeAnotherBelow?: true;
  reach: (page: Page) => Promise<unknown>;
};

const example = '/sentry-example-page';
const ofExample = { heading: 'Check error reporting' };
const variant = { ...ofExample, isLikeAnotherBelow: true } as const;
const applicationError = { heading: 'Something went wrong', tellsOf: 'failure' } as const;
const notFound = { heading: 'Page not found', tellsOf: 'failure' } as const;
const forbidden = { heading: 'You may not see this page', tellsOf: 'failure' } as const;
const unauthorized = { heading: 'Not recognised', tellsOf: 'failure' } as const;
const limited = { heading: 'Enough failures for now', tellsOf: 'failure', server: 'limited' } as const;
const withoutScripts = { withoutScripts: true } as const;
const empty = { withoutScripts: true, isEmpty: true } as const;

/** Every page and every screen there is, in the order in which a reader may want to see them. */
export const screens: Screen[] = [
  { name: 'home', heading: /./, reach: (page) => page.goto('/') },
  { name: 'example', ...ofExample, reach: goToExample },
  { name: 'example-checked', ...ofExample, reach: runChecks },
  { name: 'example-reporting-off', ...variant, server: 'off', reach: (page) => page.goto(example) },
  { name: 'example-service-down', ...variant, server: 'down', reach: goToExampleWhileDown },
  { name: 'example-unknown-kind', ...variant, reach: (page) => goToExample(page, '?fail=no-such-kind') },
  { name: 'example-press-its-button', ...variant, reach: (page) => goToExample(page, '?fail=browser-error') },
  { name: 'server-side', ...applicationError, reach: (page) => fail(page, 'server-render') },
  { name: 'server-side-streamed', ...applicationError, reach: (page) => fail(page, 'server-stream') },
  { name: 'client-side', ...applicationError, reach: failInBrowser },
  { name: 'words-sent', ...applicationError, reach: sendWords },
  { name: 'reporting-off', ...applicationError, server: 'off', reach: (page) => fail(page, 'server-render', 'off') },
  { name: 'queued', ...applicationError, server: 'down', reach: (page) => fail(page, 'server-render', 'queued') },
  { name: 'not-found', ...notFound, reach: (page) => page.goto('/no/such/page') },
  { name: 'forbidden', ...forbidden, reach: (page) => page.goto(`${example}?fail=forbidden`) },
  { name: 'unauthorized', ...unauthorized, reach: (page) => page.goto(`${example}?fail=unauthorized`) },
  { name: 'limit-reached', ...limited, reach: (page) => page.goto(`${example}?fail=server-render`) },
  { name: 'home-no-js', heading: /./, ...withoutScripts, reach: (page) => page.goto('/') },
  { name: 'example-no-js', ...ofExample, ...withoutScripts, reach: goToExample },
  { name: 'action-succeeded-no-js', ...ofExample, ...withoutScripts, reach: succeed },
  {
    name: 'server-side-no-js',
    ...applicationError,
    ...empty,
    reach: (page) => page.goto(`${example}?fail=server-render`),
  },
  {
    name: 'server-side-streamed-no-js',
    ...variant,
    ...withoutScripts,
    reach: (page) => goToExample(page, '?fail=server-stream'),
  },
  { name: 'last-resort-no-js', ...applicationError, ...withoutScripts, reach: (page) => press(page, 'server-action') },
  { name: 'not-found-no-js', ...notFound, ...withoutScripts, reach: (page) => page.goto('/no/such/page') },
  { name: 'not-found-on-purpose-no-js', ...notFound, ...empty, reach: (page) => press(page, 'not-found') },
  { name: 'forbidden-no-js', ...forbidden, ...empty, reach: (page) => press(page, 'forbidden') },
  { name: 'unauthorized-no-js', ...unauthorized, ...empty, reach: (page) => press(page, 'unauthorized') },
  { name: 'limit-reached-no-js', ...limited, ...withoutScripts, reach: (page) => press(page, 'server-action') },
];

/** Runs the server's clock a hundred times as fast: a service is called down when it has been so for a minute. */
const hurried =
  'const now = performance.now.bind(performance); const start = now(); performance.now = () => start + 100 * (now() - start);';

const servers = {
  reporting: undefined, // The one that every test has.
  off: manyFailures,
  limited: { FAILURES_PER_MINUTE: '0' },
  down: {
    ...manyFailures,
    SENTRY_DSN: 'http://key@127.0.0.1:9/1',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurried)}`,
  },
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
        started[server] ??= await startApplication(servers[server] ?? {});
        return started[server].url;
      });
      delete started.reporting;
      await Promise.all(Object.values(started).map((other) => other.stop()));
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, urlOf }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async ({ server, withoutScripts, isEmpty, heading, reach }, options) => {
      const baseURL = await urlOf(server);
      const context = await browser.newContext({ baseURL, javaScriptEnabled: !withoutScripts, ...options });
      contexts.push(context);
      const page = await context.newPage();
      await reach(page);
      if (!isEmpty) await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

/** Everything that can have the focus. */
export const takingFocus = 'a[href], button, input:not([type=hidden]), textarea, select, summary, [tabindex]';

/** With an event before it, so that the page says the same of the last one whatever ran before. */
async function goToExample(page: Page, query = ''): Promise<void> {
  const failed = await page.request.get(`${example}?fail=server-render`);
  const digest = /digest\\?":\\?"([0-9a-f]{32})/.exec(await failed.text())?.[1] ?? '';
  await until('its event to be sent', async () => {
    const response = await page.request.get(`/monitoring?event=${digest}`);
    return ((await response.json()) as { state: string }).state === 'sent' || undefined;
  });
  await page.goto(`${example}${query}`);
  await expect(page.getByText('The last event was accepted.')).toBeVisible();
}

async function runChecks(page: Page): Promise<void> {
  await page.goto(example);
  await page.getByRole('button', { name: 'Run all in-page checks' }).click();
  await expect(page.getByText('All in-page checks have run.')).toBeVisible({ timeout: 20_000 });
}

async function goToExampleWhileDown(page: Page): Promise<void> {
  await fail(page, 'server-render', 'queued');
  await until('the service to be called down', async () => {
    await page.goto(example);
    return (await page.getByText('Reporting has been down since').isVisible()) || undefined;
  });
}

async function fail(page: Page, kind: string, state = 'sent'): Promise<void> {
  await page.goto(`${example}?fail=${kind}`);
  await expect(eventState(page)).toHaveText(state);
}

async function failInBrowser(page: Page): Promise<void> {
  await page.goto(example);
  await control(page, 'browser-render').click();
  await expect(eventState(page)).toHaveText('sent');
}

async function sendWords(page: Page): Promise<void> {
  await failInBrowser(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await page.getByLabel('What were you doing?').fill('I pressed the button.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  await expect(page.getByText('Sent. Thank you.')).toBeVisible();
}

async function succeed(page: Page): Promise<void> {
  await goToExample(page);
  await press(page, 'server-action-ok');
}

/** Leads to another document, by a form or otherwise. */
async function press(page: Page, kind: string): Promise<void> {
  await page.goto(example);
  await Promise.all([page.waitForEvent('load'), control(page, kind).click()]);
}
