import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { manyFailures, startApplication, type Application } from '../support/application';
import { waitUntil } from '../support/wait-until';
import { control, eventState, expect, test as base } from './fixtures';

/** A page or screen as a visitor meets it, and how it is reached from a new tab. */
export type Screen = {
  /** For the titles of tests and the names of screenshots. */
  name: string;
  heading: string | RegExp;
  /** Default: one that reports to a service that takes all. */
  server?: keyof typeof servers;
  withoutScripts?: true;
  /** The body has no elements: public/without-scripts.css alone says what happened. */
  isEmpty?: true;
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

const example = '/sentry-example-page';
const ofExample = { heading: 'Check error reporting' };
const variant = { ...ofExample, isLikeAnotherBelow: true } as const;
const applicationError = { heading: 'Something went wrong', tellsOf: 'failure' } as const;
const withReference = { ...applicationError, printed: 'reference' } as const;
const notFound = { heading: 'Page not found', tellsOf: 'failure' } as const;
const forbidden = { heading: 'You may not see this page', tellsOf: 'failure' } as const;
const unauthorized = { heading: 'Not recognised', tellsOf: 'failure' } as const;
const limited = { heading: 'Enough failures for now', tellsOf: 'failure', server: 'limited' } as const;
const withoutScripts = { withoutScripts: true } as const;
const empty = { withoutScripts: true, isEmpty: true } as const;

/** Every page and every screen there is, in the order in which a reader may want to see them. */
export const screens: Screen[] = [
  { name: 'home', heading: /./, screenshots: ['desktop-light', 'phone-dark'], reach: (page) => page.goto('/') },
  { name: 'example', ...ofExample, printed: 'rows', screenshots: ['desktop-dark', 'phone-light'], reach: goToExample },
  {
    name: 'example-checked',
    ...ofExample,
    printed: 'rows with references',
    screenshots: ['desktop-light'],
    reach: runChecks,
  },
  {
    name: 'example-reporting-off',
    ...variant,
    server: 'off',
    screenshots: ['phone-light'],
    reach: (page) => page.goto(example),
  },
  {
    name: 'example-service-down',
    ...variant,
    server: 'down',
    screenshots: ['desktop-dark'],
    reach: goToExampleWhileDown,
  },
  {
    name: 'example-unknown-kind',
    ...variant,
    screenshots: ['phone-dark'],
    reach: (page) => goToExample(page, '?fail=no-such-kind'),
  },
  { name: 'example-press-its-button', ...variant, reach: (page) => goToExample(page, '?fail=browser-error') },
  {
    name: 'server-side',
    ...withReference,
    screenshots: ['desktop-light', 'phone-dark'],
    reach: (page) => fail(page, 'server-render'),
  },
  { name: 'server-side-streamed', ...withReference, reach: (page) => fail(page, 'server-stream') },
  { name: 'client-side', ...withReference, screenshots: ['phone-light'], reach: failInBrowser },
  { name: 'words-sent', ...withReference, screenshots: ['desktop-light'], reach: sendWords },
  {
    name: 'reporting-off',
    ...withReference,
    server: 'off',
    screenshots: ['phone-dark'],
    reach: (page) => fail(page, 'server-render', 'off'),
  },
  {
    name: 'queued',
    ...withReference,
    server: 'down',
    screenshots: ['desktop-dark'],
    reach: (page) => fail(page, 'server-render', 'queued'),
  },
  { name: 'not-found', ...notFound, screenshots: ['desktop-light'], reach: (page) => page.goto('/no/such/page') },
  {
    name: 'forbidden',
    ...forbidden,
    screenshots: ['phone-dark'],
    reach: (page) => page.goto(`${example}?fail=forbidden`),
  },
  { name: 'unauthorized', ...unauthorized, reach: (page) => page.goto(`${example}?fail=unauthorized`) },
  {
    name: 'limit-reached',
    ...limited,
    screenshots: ['phone-light'],
    reach: (page) => page.goto(`${example}?fail=server-render`),
  },
  {
    name: 'home-no-js',
    heading: /./,
    ...withoutScripts,
    screenshots: ['phone-light'],
    reach: (page) => page.goto('/'),
  },
  {
    name: 'example-no-js',
    ...ofExample,
    printed: 'rows',
    ...withoutScripts,
    screenshots: ['desktop-dark'],
    reach: goToExample,
  },
  { name: 'action-succeeded-no-js', ...ofExample, ...withoutScripts, screenshots: ['phone-dark'], reach: succeed },
  {
    name: 'server-side-no-js',
    ...applicationError,
    ...empty,
    screenshots: ['desktop-dark'],
    reach: (page) => page.goto(`${example}?fail=server-render`),
  },
  {
    name: 'server-side-streamed-no-js',
    ...variant,
    ...withoutScripts,
    screenshots: ['phone-light'],
    reach: (page) => goToExample(page, '?fail=server-stream'),
  },
  {
    name: 'last-resort-no-js',
    ...withReference,
    ...withoutScripts,
    screenshots: ['desktop-light'],
    reach: (page) => press(page, 'server-action'),
  },
  { name: 'not-found-no-js', ...notFound, ...withoutScripts, reach: (page) => page.goto('/no/such/page') },
  {
    name: 'not-found-on-purpose-no-js',
    ...notFound,
    ...empty,
    screenshots: ['phone-light'],
    reach: (page) => press(page, 'not-found'),
  },
  { name: 'forbidden-no-js', ...forbidden, ...empty, reach: (page) => press(page, 'forbidden') },
  { name: 'unauthorized-no-js', ...unauthorized, ...empty, reach: (page) => press(page, 'unauthorized') },
  {
    name: 'limit-reached-no-js',
    ...limited,
    ...withoutScripts,
    screenshots: ['desktop-dark'],
    reach: (page) => press(page, 'server-action'),
  },
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
  await waitUntil('its event to be sent', async () => {
    const response = await page.request.get(`/monitoring?event=${digest}`);
    return ((await response.json()) as { state: string }).state === 'sent';
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
  await waitUntil('the service to be called down', async () => {
    await page.goto(example);
    return await page.getByText('Reporting has been down since').isVisible();
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
