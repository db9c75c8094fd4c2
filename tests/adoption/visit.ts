import { expect, type Page } from 'playwright/test';
import type { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';

/** What the screens say: Candor's, or those of a team that keeps its own. */
export const ofCandor = {
  inBrowser: 'Application error: a client-side exception',
  onServer: 'Application error: a server-side exception',
  notFound: 'Page not found',
};
export const ofTheTeam = {
  inBrowser: 'Our own words, for the whole page.',
  onServer: 'Our own words, for the whole page.',
  notFound: 'Our own words: there is no such page.',
};

/** Errors on the pages, except failed responses. */
export function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => void seen.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) seen.push(message.text());
  });
  return seen;
}

export async function hydrates(page: Page, url: string, { notFound }: typeof ofTheTeam): Promise<void> {
  const response = await page.goto(url);
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'");
  await expect(page.getByRole('link', { name: 'Documentation' })).toBeVisible();
  const fonts = await page.evaluate(async () => [...(await document.fonts.ready)].map(({ status }) => status));
  expect(fonts).toContain('loaded');
  expect((await page.request.get(`${url.replace(/\/en$/, '')}/favicon.ico`)).headers()['content-type']).toBe(
    'image/x-icon',
  );
  // The second visit is of what the first one has put into the cache.
  const ofPagesRouter = notFound === ofTheTeam.notFound ? ['/old'] : [];
  for (const path of ['/picture', '/picture', '/first', '/first', '/second', ...ofPagesRouter]) {
    await page.goto(`${url}${path}`);
    await page.getByTestId('counter').click();
    await expect(page.getByTestId('counter')).toHaveText('1');
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  }
  await page.goto(`${url}/picture`);
  const square = page.getByAltText('A square');
  expect(await square.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(64);
  await page.getByRole('link', { name: 'The first article' }).click();
  await expect(page.getByRole('heading')).toHaveText('About first');
  expect((await page.goto(`${url}/no/such/page`))?.status()).toBe(404);
  await expect(page.getByText(notFound, { exact: true })).toBeVisible();
  await page.goto(`${url}/nonce`);
  await page.waitForFunction(() => 'hasRun' in window);
  expect(await (await page.request.get(`${url}/api/hello`)).json()).toEqual({ hello: 'world' });
}

export async function searches(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/search?q=lamps`);
  await expect(page.getByRole('heading')).toHaveText('Results for lamps');
}

type Site = {
  url: string;
  ingest: Awaited<ReturnType<typeof startFakeIngest>>;
  server: { output: () => string };
  isEstablished?: boolean;
};

/** Makes a failure of every kind: each is one event, whose id is the reference on the screen, in the header and in the line. */
export async function reportsOnce(page: Page, { url, ingest, server, isEstablished = false }: Site): Promise<void> {
  const words = isEstablished ? ofTheTeam : ofCandor;
  const events = () => ingest.arrivals.flatMap(({ event }) => event ?? []);
  const textOf = (event: ReturnType<typeof events>[number]) => event.exception?.values[0]?.value ?? event.message;
  const arrived = (kind: string) =>
    waitUntil(kind, () => events().find((event) => textOf(event) === `adopted: ${kind}`)?.event_id);
  const onScreen = async (label: string) =>
    isEstablished ? undefined : (await page.getByText(`${label}: `).textContent())?.replace(`${label}: `, '');
  /** The header is there unless something was sent before the failure. */
  const isOneReference = async (kind: string, headers: Record<string, string> = {}, shown?: string) => {
    const id = await arrived(kind);
    for (const reference of [shown, headers['error-digest']]) if (reference !== undefined) expect(reference).toBe(id);
    await waitUntil(`the line of ${kind}`, () => digestsIn(server.output()).includes(id));
  };

  for (const kind of ['browser-error', 'browser-rejection', 'handled', 'component-boundary', 'browser-render']) {
    await page.goto(`${url}/fails/browser`);
    await page.getByRole('button', { name: kind }).click();
    await arrived(kind);
  }
  await expect(page.getByText(words.inBrowser)).toBeVisible();
  if (!isEstablished) {
    expect(await onScreen('Event')).toBe(await arrived('browser-render'));
    await tryAgain(page);
  }

  await page.goto(`${url}/fails/boundary`);
  await page.getByRole('button').click();
  await expect(page.getByText('Our own words.')).toBeVisible();
  await arrived('browser-boundary');

  const rendered = await page.goto(`${url}/fails/render`);
  // With Cache Components the layout, which is static, is sent first.
  const isPostponed = rendered?.headers()['x-nextjs-postponed'] !== undefined;
  expect(rendered?.status()).toBe(isPostponed ? 200 : 500);
  await expect(page.getByText(words.onServer)).toBeVisible();
  expect(rendered?.headers()['error-digest'] === undefined).toBe(isPostponed);
  await isOneReference('server-render', rendered?.headers(), await onScreen('Digest'));

  expect((await page.goto(`${url}/fails/stream`))?.status()).toBe(200);
  await expect(page.getByText(words.onServer)).toBeVisible();
  await isOneReference('server-stream', {}, await onScreen('Digest'));

  await page.goto(`${url}/fails/actions`);
  const action = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'server-action' }).click();
  await expect(page.getByText(words.onServer)).toBeVisible();
  await isOneReference('server-action', (await action).headers(), await onScreen('Digest'));

  await page.goto(`${url}/fails/actions`);
  await page.getByRole('button', { name: 'after-response' }).click();
  await isOneReference('after-response');

  const handler = await page.request.post(`${url}/fails/handler`);
  expect(handler.status()).toBe(500);
  expect(handler.headers()['content-type']).toBe('application/problem+json');
  await isOneReference('route-handler', handler.headers(), ((await handler.json()) as { digest: string }).digest);

  if (isEstablished) {
    const old = await page.goto(`${url}/old?fail=1`);
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
