import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type APIResponse, expect, type Locator, type Page } from 'playwright/test';
import { type Response, test as base } from 'playwright/test';
import { manyFailures, standalone, startApplication, type Application, type LogLine } from '../support/application';
import { startFakeIngest, type FakeIngest, type ReceivedEvent } from '../support/fake-ingest';

/** What the browser's console may print in a test that makes something fail. */
export const failedToLoad = (status: number) => new RegExp(`^Failed to load resource: .* ${status} `);
export const sampleError = /^(Error: )?Sample error/;
/** By its number, or in words as the React of Next 16.2 has it. */
export const redactedServerError =
  /Minified React error #441|^Error: An error occurred in the Server Components render\./;
export const serverFailure = [failedToLoad(500), redactedServerError, sampleError];

const expectedOf = new WeakMap<Page, RegExp[]>();

type Since = () => Promise<{ events: string[]; failures: LogLine[] }>;

type TestFixtures = {
  /** Patterns of console errors and uncaught exceptions that this test expects; anything else fails it. */
  expectedOnConsole: RegExp[];
  /** What documents of the page did against their policy. The console of a test may not have such a thing either. */
  violations: string[];
  /** A page in a browser that runs no scripts. */
  withoutScripts: Page;
  /** What has arrived and failed since the test began, once one more event is made and has come. */
  since: Since;
  /** The one line of a failure and its event, once both are there. */
  reported: (digest: string | undefined) => Promise<{ line: LogLine; event: ReceivedEvent }>;
  /** A service for an application of the test's own. Ended after the page. */
  service: FakeIngest;
  /** An outbox for an application of the test's own. */
  outboxDir: string;
  failingPage: string;
  /** Starts an application of the test's own. Stopped after the page, which would complain on its console otherwise. */
  start: (settings?: Record<string, string>) => Promise<Application>;
  /** Ends each test only when its events have arrived, so that none of them arrives during the next one. */
  settled: void;
};
type WorkerFixtures = {
  /** The build that is tested, as a deployment takes it. */
  folder: string;
  ingest: FakeIngest;
  application: Application;
};

/** Tests in Chromium against the application with the tests' own page, which reports to an ingest of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  folder: [async ({}, provide) => provide(standalone.tested), { scope: 'worker' }],
  failingPage: async ({}, provide) => provide('/failing-page'),
  ingest: [
    async ({}, provide) => {
      const ingest = await startFakeIngest();
      await provide(ingest);
      await ingest.close();
    },
    { scope: 'worker' },
  ],
  application: [
    async ({ ingest, folder }, provide) => {
      const settings = { SENTRY_DSN: ingest.dsn, SET_AT_START: 'yes', ...manyFailures };
      await provideStarted(startApplication(settings, folder), provide);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ application }, provide) => provide(application.url),
  expectedOnConsole: async ({}, provide) => provide([]),
  page: async ({ page, expectedOnConsole }, provide) => {
    const printed: string[] = [];
    page.on('console', (message) => {
      const { url } = message.location();
      // Chromium asks for the icon of a site by itself, at some time.
      if (message.type() === 'error' && !/\/(favicon\.ico|icon\.svg)$/.test(url))
        printed.push(`${message.text()} ${url}`);
    });
    page.on('pageerror', (error) => void printed.push(error.message));
    expectedOf.set(page, expectedOnConsole);
    await provide(page);
    await expect(page.locator('[data-state="sending"]'), 'what became of every event is known').toHaveCount(0);
    // A chunk may still be on its way: what its route asks of a closed page would fail between two tests, or in the next one.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(printed.filter((line) => !expectedOnConsole.some((pattern) => pattern.test(line)))).toEqual([]);
  },
  violations: async ({ page }, provide) => {
    const violations: string[] = [];
    await page.exposeFunction('noteViolation', (violation: string) => void violations.push(violation));
    await page.addInitScript(() => {
      const { noteViolation } = window as unknown as { noteViolation: (violation: string) => void };
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        noteViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
      );
    });
    await provide(violations);
  },
  service: [
    async ({}, provide) => {
      const service = await startFakeIngest();
      await provide(service);
      await service.close();
    },
    { auto: true },
  ],
  outboxDir: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-outbox-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  start: [
    ({ folder }, provide) => provideStart((settings = {}) => startApplication(settings, folder), provide),
    { auto: true },
  ],
  settled: [
    async ({ application, ingest }, provide) => {
      const logged = application.log.length;
      await provide();
      for (const { msg, digest, event = digest } of application.log.slice(logged)) {
        if (msg === 'request failed') await ingest.waitForEvent(({ event_id }) => event_id === event);
      }
    },
    { auto: true },
  ],
  withoutScripts: async ({ browser, baseURL }, provide) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    await provide(await context.newPage());
    await context.close();
  },
  since: async ({ page, application, ingest, failingPage }, provide) => {
    const arrived = ingest.arrivals.length;
    const logged = application.log.length;
    await provide(async () => {
      const { id: last } = await failInBrowser(page, { url: failingPage });
      const events = ingest.arrivals.slice(arrived).flatMap(({ event }) => event?.event_id ?? []);
      expect(events).toContain(last);
      return {
        events: events.filter((id) => id !== last),
        failures: application.log.slice(logged).filter(({ msg }) => msg === 'request failed'),
      };
    });
  },
  reported: async ({ application, ingest }, provide) =>
    provide(async (id) => {
      const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
      await application.waitForLog(({ digest }) => digest === id);
      const [line, ...more] = application.log.filter(({ digest }) => digest === id);
      expect(more).toEqual([]);
      return { line: line as LogLine, event };
    }),
});

export { expect };

/** For `test.use`: lets the console print these in every test. */
export const expecting = (...patterns: RegExp[]) => ({
  expectedOnConsole: async ({}, provide: (patterns: RegExp[]) => Promise<void>) => provide([...patterns]),
});

/** Lets the console of this page print these, too. */
export function mayPrint(page: Page, ...patterns: RegExp[]): void {
  expectedOf.get(page)?.push(...patterns);
}

type Program = { stop: () => Promise<unknown> };

/** The body of a fixture that is a program: stops it afterwards. */
export async function provideStarted<Started extends Program>(
  starting: Promise<Started>,
  provide: (started: Started) => Promise<void>,
): Promise<void> {
  const started = await starting;
  await provide(started);
  await started.stop();
}

/** The body of a fixture that starts programs: stops after the test all that the test started. */
export async function provideStart<Settings, Started extends Program>(
  start: (settings?: Settings) => Promise<Started>,
  provide: (start: (settings?: Settings) => Promise<Started>) => Promise<void>,
): Promise<void> {
  const started: Started[] = [];
  await provide(async (settings) => {
    const program = await start(settings);
    started.push(program);
    return program;
  });
  await Promise.all(started.map((program) => program.stop()));
}

/** The control that makes this kind of failure: a button, or a link for what a page load can make. */
export function control(page: Page, kind: string): Locator {
  // An outcome may have a link of its own, to its event.
  return page.locator(`[data-kind="${kind}"] :is(button, a):not(.outcome *)`);
}

/** Lets an event handler of a page that fails throw, and gives back the row of its control and the id of its event. */
export async function failInBrowser(
  page: Page,
  { url = '/failing-page', state = 'sent' } = {},
): Promise<{ row: Locator; id: string }> {
  await page.goto(url);
  await control(page, 'browser-error').click();
  const row = page.locator('[data-kind="browser-error"]');
  await expect(eventState(row)).toHaveText(state);
  return { row, id: await shownReference(row, 'Event') };
}

export async function post(page: Page, pressed: Locator): Promise<Response> {
  const posted = page.waitForResponse((response) => response.request().method() === 'POST');
  await pressed.click();
  return posted;
}

export function eventState(within: Page | Locator): Locator {
  return within.locator('[data-state]');
}

/** The id behind `Digest: ` or `Event: `, from the one element that reads so. */
export async function shownReference(within: Page | Locator, label: 'Digest' | 'Event'): Promise<string> {
  const text = await within.getByText(new RegExp(`^${label}: [0-9a-f]{32}$`)).innerText();
  return text.slice(`${label}: `.length);
}

export function keptReports(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor.report.')).length);
}

/** Waits until React has the heading of the page. */
export async function expectHydrated(page: Page): Promise<void> {
  const isHydrated = (heading: Element) => Object.keys(heading).some((key) => key.startsWith('__reactFiber$'));
  await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate(isHydrated)).toBe(true);
}

/** Every digest that a document bears, for the screen that its scripts will show or for the one without scripts. */
export async function digestsIn(response: APIResponse): Promise<string[]> {
  const html = await response.text();
  const found = html.matchAll(/(?:digest\\?":\\?"|Digest: )([0-9a-f]{32})/g);
  return [...new Set(Array.from(found, ([, digest]) => digest ?? ''))];
}

/** Requests what fails, and gives back the one digest that its document bears. */
export async function digestOf(request: APIRequestContext, path: string, status = 500): Promise<string> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(status);
  const [digest = 'none', ...more] = await digestsIn(response);
  expect(more, path).toEqual([]);
  return digest;
}

/** Expects one event and one log line for each of these failures, and nothing else, and gives back the lines. */
export async function expectReported(since: Since, digests: string[]) {
  const { events, failures } = await since();
  expect(events.toSorted()).toEqual(digests.toSorted());
  expect(failures.map(({ digest }) => digest)).toEqual(digests);
  return failures;
}

/** Counts the main elements of every frame that the page shows. */
export async function countMains(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const mains: number[] = [];
    Object.assign(window, { mains });
    const count = () => {
      mains.push(document.querySelectorAll('main').length);
      requestAnimationFrame(count);
    };
    count();
  });
}

/** Expects one in every frame since the first that had any. */
export async function expectOneMain(page: Page): Promise<void> {
  const counts = await page.evaluate(() => (window as unknown as { mains: number[] }).mains);
  expect(new Set(counts.slice(counts.indexOf(1)))).toEqual(new Set([1]));
}

type Counters = {
  delivery: { sent: number; queued: number | null };
  patches: Record<'inEffect' | 'missing' | 'unproven', string[]>;
  policy: { mode: string; reports: Record<string, number> };
  ignored: Record<string, number>;
  reportedByBrowsers: object;
};

/** What `GET /monitoring` shows of an application. */
export const countersOf = async ({ url }: { url: string }) =>
  (await (await fetch(`${url}/monitoring`)).json()) as Counters;
