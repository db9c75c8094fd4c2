import { expect, type Page } from 'playwright/test';
import type { ReceivedEvent } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import type { Fixture, Screens } from './fixture';
import type { Site } from './serve';

/** What Candor's screens say. */
export const ofCandor: Screens = {
  inBrowser: 'Application error: a client-side exception',
  onServer: 'Application error: a server-side exception',
  notFound: 'Page not found',
};

/** Errors and violations of the policy on the pages, except failed responses. */
export async function watch(page: Page): Promise<string[]> {
  // Chromium prints nothing of a blocked `eval` whose error was caught.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`Content Security Policy: ${effectiveDirective} blocks ${blockedURI}`),
    ),
  );
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => void seen.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) seen.push(message.text());
  });
  return seen;
}

type Pages = Pick<Fixture, 'pages' | 'unknown'> & { screens: Screens };

/** Every page has its heading, which React has hydrated, and no other address is one. */
export async function hydrates(page: Page, url: string, { pages, unknown, screens }: Pages): Promise<void> {
  // The second visit is of what the first one has put into the cache.
  for (const [path, text] of Object.entries(pages).flatMap((one) => [one, one])) {
    await page.goto(url + path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(text);
    const isHydrated = () => heading.evaluate((one) => Object.keys(one).some((key) => key.startsWith('__reactFiber$')));
    await waitUntil(`the hydration of ${path}`, isHydrated);
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  for (const path of unknown) {
    expect((await page.goto(url + path))?.status()).toBe(404);
    await expect(page.getByText(screens.notFound, { exact: true })).toBeVisible();
  }
  const ofNext = await page.request.get(`${url}/_global-error`); // Its page for the error screen has an address.
  expect(ofNext.status()).toBe(404);
}

/** Each screen is in its language, and so is that of a failure without scripts. A 404 is the same for all visitors until scripts run. */
export async function speaks(page: Page, url: string, titles: Record<string, string>): Promise<void> {
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false });
  for (const visitor of [page, await context.newPage()]) {
    for (const [path, title] of Object.entries(titles)) {
      if ((await visitor.goto(url + path))?.status() === 404 && visitor !== page) continue;
      await visitor.waitForLoadState('networkidle');
      const heading = visitor.getByRole('heading', { name: title, exact: true });
      await expect(heading).toBeVisible();
      expect(await heading.evaluate((one) => one.closest<HTMLElement>('[lang]')?.lang)).toBe('de');
    }
  }
  await context.close();
}

/** Screens without the application's layout look like its first page, in both schemes. */
export async function looksAlike(page: Page, url: string, fixture: Fixture): Promise<void> {
  const { pages, unknown, fails, unstyled } = fixture;
  const [first = '/'] = Object.keys(pages);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(url + first);
    const own = await lookOf(page, 'body');
    for (const path of [unknown[0]!, `${fails.path}/render`]) {
      await page.goto(url + path);
      await expect(page.locator('main.screen h1')).toBeVisible();
      // In place of a layout without any style, one has the system's.
      const text = colorScheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)';
      const ofSystem = { font: 'system-ui, sans-serif', text, ground: undefined };
      const alike = unstyled && path !== unknown[0] ? ofSystem : own;
      expect({ path, colorScheme, ...(await lookOf(page, 'main.screen p')) }).toEqual({ path, colorScheme, ...alike });
    }
  }
  await page.emulateMedia({ colorScheme: null });
}

/** What a visitor sees of a document before reading it, as computed. */
function lookOf(page: Page, selector: string): Promise<{ font: string; text: string; ground: string | undefined }> {
  // In one step: React may put another element in the place of one that was found before.
  return page.evaluate((selector) => {
    const element = document.querySelector(selector)!;
    const grounds: string[] = [];
    for (let each: Element | null = element; each; each = each.parentElement)
      grounds.push(getComputedStyle(each).backgroundColor);
    const { color, fontFamily } = getComputedStyle(element);
    return { font: fontFamily, text: color, ground: grounds.find((one) => one !== 'rgba(0, 0, 0, 0)') };
  }, selector);
}

type Failing = Pick<Fixture, 'fails' | 'failsInPagesRouter' | 'ownFailure'> & { screens: Screens };

/** Makes a failure of every kind: each is one event, whose id is the reference on the screen, in the header and in the line. */
export async function reportsOnce(
  page: Page,
  { url: origin, ingest, log }: Site,
  { fails, failsInPagesRouter, ownFailure, screens }: Failing,
): Promise<void> {
  const url = origin + fails.path;
  const events = () => ingest.arrivals.flatMap(({ event }) => event ?? []);
  const textOf = (event: ReceivedEvent) => event.exception?.values[0]?.value ?? event.message;
  const arrived = async (text: string) => (await ingest.waitForEvent((event) => textOf(event) === text)).event_id;
  const onScreen = async (label: 'Event' | 'Digest') =>
    (await page.getByText(`${label}: `).textContent())?.replace(`${label}: `, '');
  const onServerScreen = async () => {
    await expect(page.getByText(screens.onServer)).toBeVisible();
    return screens === ofCandor ? onScreen('Digest') : undefined;
  };
  const press = (name: string) => page.getByRole('button', { name }).click();
  /** The header is there unless something was sent before the failure. */
  const isOneReference = async (text: string, headers: Record<string, string> = {}, shown?: string) => {
    const id = await arrived(text);
    for (const reference of [shown, headers['error-digest']]) if (reference !== undefined) expect(reference).toBe(id);
    const isLogged = () => log.some(({ msg, digest }) => msg === 'request failed' && digest === id);
    await waitUntil(`the line of ${text}`, isLogged);
  };

  if (ownFailure) {
    await page.goto(origin + ownFailure.page);
    const responded = page.waitForResponse((response) => response.url().endsWith(ownFailure.route));
    await press(ownFailure.button);
    await isOneReference(ownFailure.onServer, (await responded).headers());
    await arrived(ownFailure.inBrowser);
  }

  for (const kind of ['browser-error', 'browser-rejection', 'handled', 'component-boundary', 'browser-render']) {
    await page.goto(`${url}/browser`);
    await press(kind);
    await arrived(`adopted: ${kind}`);
  }
  await expect(page.getByText(screens.inBrowser)).toBeVisible();
  if (screens === ofCandor) {
    expect(await onScreen('Event')).toBe(await arrived('adopted: browser-render'));
    await press('Try again'); // It renders the page again, which is not broken this time.
    await expect(page.getByRole('button', { name: 'browser-render' })).toBeVisible();
  }

  await page.goto(`${url}/boundary`);
  await press('browser-boundary');
  await expect(page.getByText('Our own words.')).toBeVisible();
  await arrived('adopted: browser-boundary');

  for (const [path, status] of [
    ['render', 500],
    ['stream', 200],
  ] as const) {
    const response = await page.goto(`${url}/${path}`);
    const headers = response?.headers() ?? {};
    expect([response?.status(), 'error-digest' in headers]).toEqual([status, status === 500]);
    await isOneReference(`adopted: server-${path}`, headers, await onServerScreen());
  }

  await page.goto(`${url}/actions`);
  const action = page.waitForResponse((response) => response.request().method() === 'POST');
  await press('server-action');
  await isOneReference('adopted: server-action', (await action).headers(), await onServerScreen());

  await page.goto(`${url}/actions`);
  await press('after-response');
  await isOneReference('adopted: after-response');

  const handler = await page.request.post(`${url}/handler`, { maxRetries: 1 }); // A connection that rested may just be closed.
  expect(handler.status()).toBe(500);
  expect(handler.headers()['content-type']).toBe('application/problem+json');
  const { digest } = (await handler.json()) as { digest: string };
  await isOneReference('adopted: route-handler', handler.headers(), digest);

  if (failsInPagesRouter) {
    const old = await page.goto(`${origin}${failsInPagesRouter.path}/old`);
    expect(old?.status()).toBe(500);
    await isOneReference('adopted: pages-router', old?.headers(), await onScreen('Digest'));
  }

  const texts = events().map(textOf);
  expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted());
}

/**
 * What the team captures becomes an event of Candor, under the id that the team was given. The SDK keeps its state by the version of
 * @sentry/core, of which an application may have two.
 */
export async function capturesByCandor(page: Page, { url, ingest }: Site): Promise<void> {
  const captured = await (await fetch(`${url}/captured`)).text();
  const event = await ingest.waitForEvent(({ event_id }) => event_id === captured);
  expect(event.exception?.values[0]?.value).toBe('captured: in a handler');
  // Only where the starter has run, which a bundler must not leave out: nothing of `export * from` it is used.
  await page.goto(url);
  await page.getByRole('button').click();
  const id = (await page.getByText(/Capture [0-9a-f]{32}/).textContent())?.replace('Capture ', '');
  await ingest.waitForEvent(({ event_id }) => event_id === id);
}
