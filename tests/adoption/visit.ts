import { expect, type Page } from 'playwright/test';
import type { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import type { Fixture, OwnFailure, Screens } from './fixture';

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

/** Each screen is in its language, with scripts and without. */
export async function speaks(page: Page, url: string, titles: Record<string, string>): Promise<void> {
  const context = await page.context().browser()!.newContext({ javaScriptEnabled: false });
  const withoutScripts = await context.newPage();
  for (const [path, title] of Object.entries(titles)) {
    for (const visitor of [page, withoutScripts]) {
      const response = await visitor.goto(url + path);
      // A 404 is the same for all visitors until scripts run.
      if (response?.status() === 404 && visitor === withoutScripts) continue;
      const heading = visitor.getByRole('heading', { name: title, exact: true });
      await expect(heading).toBeVisible();
      expect(await heading.evaluate((one) => one.closest<HTMLElement>('[lang]')?.lang)).toBe('de');
    }
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await context.close();
}

/** What a visitor sees of a document before reading it, as computed; colours as bytes, since each has many notations. */
type Look = { ground: number[]; text: number[]; font: string };

const white = [255, 255, 255, 255];
const ofSystem: Record<'light' | 'dark', Look> = {
  light: { ground: white, text: [0, 0, 0, 255], font: 'system-ui, sans-serif' },
  dark: { ground: [18, 18, 18, 255], text: white, font: 'system-ui, sans-serif' },
};

/** Screens without the application's layout look like its first page, in both schemes. */
export async function looksAlike(
  page: Page,
  url: string,
  { pages, unknown, fails, unstyled }: Pick<Fixture, 'pages' | 'unknown' | 'fails' | 'unstyled'>,
): Promise<void> {
  const [first = '/'] = Object.keys(pages);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(url + first);
    const own = await lookOf(page, 'body');
    for (const path of [unknown[0]!, `${fails.path}/render`]) {
      await page.goto(url + path);
      await expect(page.locator('main.screen h1')).toBeVisible();
      const screen = await lookOf(page, 'main.screen p');
      // In place of a layout without any style, one has the system's.
      const alike = unstyled && path !== unknown[0] ? ofSystem[colorScheme] : own;
      expect({
        path,
        colorScheme,
        ...screen,
        text: near(screen.text, alike.text),
        ground: near(screen.ground, alike.ground),
      }).toEqual({ path, colorScheme, font: alike.font, text: 'the same', ground: 'the same' });
    }
  }
  await page.emulateMedia({ colorScheme: null });
}

/** A notation may round. */
const near = (color: number[], other: number[]) =>
  color.every((byte, at) => Math.abs(byte - other[at]!) <= 1) ? 'the same' : `${color}, not ${other}`;

function lookOf(page: Page, selector: string): Promise<Look> {
  // In one step: React may put another element in the place of one that was found before.
  return page.evaluate((selector) => {
    const element = document.querySelector(selector)!;
    const canvas = document.createElement('canvas').getContext('2d')!;
    const painted = (...colors: string[]) => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const around: string[] = [];
    for (let each: Element | null = element; each; each = each.parentElement)
      around.unshift(getComputedStyle(each).backgroundColor);
    const schemes = getComputedStyle(document.documentElement).colorScheme.split(' ');
    const isDark =
      schemes.includes('dark') && (!schemes.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
    const { color, fontFamily } = getComputedStyle(element);
    const ground = painted(isDark ? '#121212' : '#ffffff', ...around);
    return { ground, text: painted(color), font: fontFamily };
  }, selector);
}

/** The example leads to its page that fails, wherever it is served. */
export async function exampleFails(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'A page that fails while it is rendered' }).click();
  await expect(page.getByText(/^Digest: \w{32}$/)).toBeVisible();
  expect(page.url()).toBe(`${url}?fail`);
}

type Site = {
  /** Of the pages that fail. */
  url: string;
  /** Of those in the Pages Router. */
  pagesRouter?: string;
  own?: OwnFailure;
  ingest: Awaited<ReturnType<typeof startFakeIngest>>;
  server: { output: () => string };
  screens: Screens;
};

/** Makes a failure of every kind: each is one event, whose id is the reference on the screen, in the header and in the line. */
export async function reportsOnce(page: Page, { url, pagesRouter, own, ingest, server, screens }: Site): Promise<void> {
  const showsReference = screens === ofCandor;
  const events = () => ingest.arrivals.flatMap(({ event }) => event ?? []);
  const textOf = (event: ReturnType<typeof events>[number]) => event.exception?.values[0]?.value ?? event.message;
  const arrivedWith = (text: string) =>
    waitUntil(text, () => events().find((event) => textOf(event) === text)?.event_id);
  const arrived = (kind: string) => arrivedWith(`adopted: ${kind}`);
  const onScreen = async (label: string) =>
    showsReference ? (await page.getByText(`${label}: `).textContent())?.replace(`${label}: `, '') : undefined;
  /** The header is there unless something was sent before the failure. */
  const isOneReference = (kind: string, headers?: Record<string, string>, shown?: string) =>
    isOneReferenceOf(`adopted: ${kind}`, headers, shown);
  const isOneReferenceOf = async (text: string, headers: Record<string, string> = {}, shown?: string) => {
    const id = await arrivedWith(text);
    for (const reference of [shown, headers['error-digest']]) if (reference !== undefined) expect(reference).toBe(id);
    await waitUntil(`the line of ${text}`, () => digestsIn(server.output()).includes(id));
  };

  if (own) {
    await page.goto(own.page);
    const responded = page.waitForResponse((response) => response.url().endsWith(own.route));
    await page.getByRole('button', { name: own.button }).click();
    await isOneReferenceOf(own.onServer, (await responded).headers());
    await arrivedWith(own.inBrowser);
  }

  for (const kind of ['browser-error', 'browser-rejection', 'handled', 'component-boundary', 'browser-render']) {
    await page.goto(`${url}/browser`);
    await page.getByRole('button', { name: kind }).click();
    await arrived(kind);
  }
  await expect(page.getByText(screens.inBrowser)).toBeVisible();
  if (showsReference) {
    expect(await onScreen('Event')).toBe(await arrived('browser-render'));
    await tryAgain(page);
  }

  await page.goto(`${url}/boundary`);
  await page.getByRole('button', { name: 'browser-boundary' }).click();
  await expect(page.getByText('Our own words.')).toBeVisible();
  await arrived('browser-boundary');

  const rendered = await page.goto(`${url}/render`);
  // With Cache Components the layout, which is static, is sent first.
  const isPostponed = rendered?.headers()['x-nextjs-postponed'] !== undefined;
  expect(rendered?.status()).toBe(isPostponed ? 200 : 500);
  await expect(page.getByText(screens.onServer)).toBeVisible();
  expect(rendered?.headers()['error-digest'] === undefined).toBe(isPostponed);
  await isOneReference('server-render', rendered?.headers(), await onScreen('Digest'));

  expect((await page.goto(`${url}/stream`))?.status()).toBe(200);
  await expect(page.getByText(screens.onServer)).toBeVisible();
  await isOneReference('server-stream', {}, await onScreen('Digest'));

  await page.goto(`${url}/actions`);
  const action = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'server-action' }).click();
  await expect(page.getByText(screens.onServer)).toBeVisible();
  await isOneReference('server-action', (await action).headers(), await onScreen('Digest'));

  await page.goto(`${url}/actions`);
  await page.getByRole('button', { name: 'after-response' }).click();
  await isOneReference('after-response');

  const handler = await page.request.post(`${url}/handler`, { maxRetries: 1 }); // A connection that rested may just be closed.
  expect(handler.status()).toBe(500);
  expect(handler.headers()['content-type']).toBe('application/problem+json');
  await isOneReference('route-handler', handler.headers(), ((await handler.json()) as { digest: string }).digest);

  if (pagesRouter) {
    const old = await page.goto(`${pagesRouter}/old`);
    expect(old?.status()).toBe(500);
    const shown = (await page.getByText('Digest: ').textContent())?.replace('Digest: ', '');
    await isOneReference('pages-router', old?.headers(), shown);
  }

  expect(events().map(textOf).toSorted()).toEqual([...new Set(events().map(textOf))].toSorted());
}

/** Of the lines `request failed`. */
function digestsIn(output: string): unknown[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  const parsed = lines.map((line) => JSON.parse(line) as { msg: string; digest?: string });
  return parsed.filter(({ msg }) => msg === 'request failed').map(({ digest }) => digest);
}

/** The screen's button renders the page again, and this time it is not broken. */
async function tryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'browser-render' })).toBeVisible();
}
