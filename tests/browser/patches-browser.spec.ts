import { SDK_VERSION } from '@sentry/core';
import type { Page } from 'playwright/test';
import { patches, type BrowserPatchName } from '../../candor/src/internals/patches';
import { missingHeader } from '../../candor/src/shared/page-state-headers';
import type { FakeIngest, ReceivedEvent } from '../support/fake-ingest';
import { control, countersOf, eventState, expect, expecting, failedToLoad, keptReports, mayPrint } from './fixtures';
import { sampleError, shownReference, test } from './fixtures';

test.use(expecting(sampleError, /Failing: /));

type Removal = {
  patch: BrowserPatchName;
  takeAway: (page: Page) => Promise<unknown>;
  isInEffect: (page: Page, ingest: FakeIngest) => Promise<boolean>;
};

const failingPage = '/failing-page';

const removals: Removal[] = [
  {
    patch: 'react-roots',
    takeAway: (page) =>
      rewriteChunks(page, (text) => text.replace(/\.hydrateRoot=.*?(\w+)\.version="[^"]+"/s, '$&,Object.freeze($1)')),
    async isInEffect(page, ingest) {
      const event = await eventOf(page, ingest, 'browser-render');
      await page.goto(failingPage);
      return JSON.stringify(event.contexts).includes('componentStack');
    },
  },
  {
    patch: 'page-fetch',
    takeAway: (page) =>
      page.addInitScript(() => Object.defineProperty(window, 'fetch', { value: window.fetch, writable: false })),
    async isInEffect(page, ingest) {
      mayPrint(page, failedToLoad(404));
      await page.evaluate(() => fetch('/not-there'));
      return JSON.stringify((await eventOf(page, ingest)).breadcrumbs).includes('/not-there');
    },
  },
  {
    patch: 'response-json',
    takeAway: (page) => page.addInitScript(() => Object.freeze(Response.prototype)),
    async isInEffect(page) {
      mayPrint(page, /is not valid JSON/, /The last one/);
      return page.evaluate(async () => {
        const reasons: unknown[] = [];
        const last = new Promise<void>((resolve) =>
          addEventListener('unhandledrejection', ({ reason }) => {
            reasons.push(reason);
            if (String(reason).includes('The last one')) resolve();
          }),
        );
        const parsed = (await fetch('/')).json();
        void parsed.then(() => {}); // Nobody catches this one.
        await parsed.catch(() => {});
        void Promise.reject(new Error('The last one'));
        await last;
        return reasons.length > 1;
      });
    },
  },
  {
    patch: 'sdk-calls',
    takeAway: (page) =>
      page.addInitScript((version) => {
        let scope: unknown;
        const accessors = { get: () => scope, set: (set: unknown) => (scope = set) };
        const carrier = Object.defineProperty({}, 'defaultCurrentScope', accessors);
        Object.assign(globalThis, { __SENTRY__: { [version]: carrier } });
      }, SDK_VERSION),
    async isInEffect(page, ingest) {
      await page.goto('/failing/caught-in-browser');
      await page.getByRole('button', { name: 'capture a message' }).click();
      const output = page.locator('output');
      await expect(output).toHaveText(/^[0-9a-f]{32}$/);
      const id = await output.innerText();
      await expect.poll(() => keptReports(page)).toBe(0);
      await page.goto(failingPage);
      return ingest.arrivals.some(({ event }) => event?.event_id === id);
    },
  },
  {
    patch: 'sdk-scopes',
    takeAway: (page) =>
      page.addInitScript((version) => {
        const carrier = Object.defineProperty({}, 'globalScope', { get: () => ({ renamed: true }), set: () => {} });
        Object.assign(globalThis, { __SENTRY__: { [version]: carrier } });
      }, SDK_VERSION),
    async isInEffect(page, ingest) {
      await page.evaluate((version) => {
        const nothing = { breadcrumbs: [], fingerprint: [], eventProcessors: [], attachments: [] };
        const data = { ...nothing, tags: { plan: 'free' }, extra: {}, user: {}, contexts: {}, attributes: {} };
        const scope = { clone: () => scope, getScopeData: () => data };
        const carriers = globalThis as unknown as { __SENTRY__: Record<string, object> };
        Object.assign(carriers.__SENTRY__[version] ?? {}, { globalScope: scope });
      }, SDK_VERSION);
      return JSON.stringify((await eventOf(page, ingest)).tags ?? {}).includes('free');
    },
  },
  {
    patch: 'route-pattern',
    takeAway: (page) =>
      page.addInitScript(() => {
        for (const name of ['pushState', 'replaceState'] as const) {
          const own = history[name].bind(history);
          history[name] = (state: unknown, ...rest) => {
            const { __PRIVATE_NEXTJS_INTERNALS_TREE: renamed, ...others } = Object(state) as Record<string, unknown>;
            own(renamed ? { ...others, renamed } : state, ...rest);
          };
        }
      }),
    isInEffect: async (page, ingest) => (await eventOf(page, ingest)).transaction === failingPage,
  },
  {
    patch: 'chunk-errors',
    takeAway: (page) =>
      page.addInitScript(() => {
        const own = window.addEventListener.bind(window) as (...call: unknown[]) => void;
        window.addEventListener = (...call: unknown[]) => {
          if (call[0] === 'error' && call[2] === true) throw new TypeError('Taken away.');
          own(...call);
        };
      }),
    async isInEffect(page, ingest) {
      mayPrint(page, /ERR_FAILED/);
      await eventOf(page, ingest);
      const chunk = '/_next/static/chunks/of-the-tests.js';
      let requests = 0;
      await page.route(`**${chunk}`, (route) => {
        requests += 1;
        return requests === 1 ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' });
      });
      const heard = await page.evaluate(
        (src) =>
          new Promise<string>((resolve) => {
            const script = document.createElement('script');
            for (const type of ['load', 'error']) script.addEventListener(type, () => resolve(type));
            document.head.append(Object.assign(script, { src }));
          }),
        chunk,
      );
      await page.unroute(`**${chunk}`);
      return heard === 'load';
    },
  },
];

test('every patch of a page is in effect where nothing is taken away', async ({ page, ingest }) => {
  const reported = watchReported(page);
  for (const { patch, isInEffect } of removals) {
    await page.goto(failingPage);
    expect(await isInEffect(page, ingest), patch).toBe(true);
  }
  await eventOf(page, ingest); // Any report tells what is missing by then.
  expect(reported).toEqual([]);
});

for (const { patch, takeAway, isInEffect } of removals) {
  test(`without ${patch} a page hydrates, and loses that alone`, async ({ page, application, ingest }) => {
    const reported = watchReported(page);
    await takeAway(page);
    await page.goto(failingPage);
    expect(await isInEffect(page, ingest)).toBe(false);
    await eventOf(page, ingest);
    expect(new Set(reported.flat())).toEqual(new Set([patch]));
    const loses = patches.find(({ name }) => name === patch)?.loses;
    const line = await application.waitForLog((entry) => entry.patch === patch);
    expect(line).toMatchObject({ msg: 'patch not in effect', level: 'warn', runtime: 'browser', loses });
    expect(line).toHaveProperty('versions.next', expect.stringMatching(/^\d+\.\d+/));
    expect((await countersOf(application)).reportedByBrowsers).toHaveProperty(patch);
  });
}

async function eventOf(page: Page, ingest: FakeIngest, kind = 'browser-error'): Promise<ReceivedEvent> {
  await control(page, kind).click();
  const shown = kind === 'browser-render' ? page.locator('body') : page.locator(`[data-kind="${kind}"]`);
  const id = await shownReference(shown, 'Event');
  await expect(eventState(shown)).toHaveText('sent');
  return ingest.waitForEvent(({ event_id }) => event_id === id);
}

/** What pages say from now on that they lack, in a header of their next envelope. */
function watchReported(page: Page): string[][] {
  const reported: string[][] = [];
  page.on('request', (request) => {
    const missing = request.headers()[missingHeader.toLowerCase()];
    if (missing !== undefined) reported.push(missing.split(',').sort());
  });
  return reported;
}

async function rewriteChunks(page: Page, rewrite: (text: string) => string): Promise<void> {
  await page.route('**/_next/static/chunks/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: rewrite(await response.text()) });
  });
}

test('without suspensions a page hydrates, and has an event more', async ({ page, ingest }) => {
  const reported = watchReported(page);
  await rewriteChunks(page, (text) => text.replace('#(460|474|542)', '#(taken|away)'));
  await page.goto('/failing/places/browser');
  await page.getByText('suspends', { exact: true }).click();
  await ingest.waitForEvent(({ exception }) => /React error #460/.test(exception?.values.at(-1)?.value ?? ''));
  expect(reported).toEqual([]); // Nothing tells a message that is not known from that of any error.
});
