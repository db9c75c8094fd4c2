import { expect, test, type Page } from 'playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { startFakeIngest } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { build, changedLines, changes, layIn, makeApplication, type Made } from './adopt';
import { serve } from './serve';

// The oldest Next that it works with, and the newest that has been tried. `template`: create-next-app is published less often.
const oldest = { next: '16.2.0', template: '16.2.0' };
const newest = {
  next: process.env.ADOPTED_NEXT ?? packageJson.dependencies.next,
  template: process.env.ADOPTED_TEMPLATE ?? '16.4.3',
};

const applications: Record<string, Made & { by: 'start' | 'standalone' }> = {
  'a new application': { ...newest, by: 'start' },
  'one with src/ and a basePath': {
    ...newest,
    hasSrc: true,
    basePath: '/shop',
    config: `output: 'standalone',`,
    by: 'standalone',
  },
  'one with hooks and screens of its own': { ...newest, isEstablished: true, by: 'start' },
  'one with the oldest Next': { ...oldest, by: 'start' },
};

const edited = ['.gitignore', 'next.config.ts', 'app/layout.tsx'];

const hooks = [
  'app/forbidden.tsx',
  'app/global-error.tsx',
  'app/monitoring/route.ts',
  'app/not-found.tsx',
  'app/unauthorized.tsx',
  'instrumentation-client.ts',
  'instrumentation.ts',
  'pages/404.tsx',
  'pages/_app.tsx',
  'pages/_document.tsx',
  'pages/_error.tsx',
];
/** What the screens say: Candor's, or those of a team that keeps its own. */
const ofCandor = {
  failed: {
    browser: 'Application error: a client-side exception',
    server: 'Application error: a server-side exception',
  },
  notFound: 'Page not found',
};
const ofTheTeam = {
  failed: { browser: 'Our own words, for the whole page.', server: 'Our own words, for the whole page.' },
  notFound: 'Our own words: there is no such page.',
};

for (const [name, made] of Object.entries(applications)) {
  test(`${name}: every page hydrates, every failure is reported once, and nothing else changes`, async ({ page }) => {
    const ingest = await startFakeIngest();
    const application = await test.step('made', () =>
      makeApplication(name.toLowerCase().replaceAll(/\W+/g, '-'), made));
    await test.step('Candor laid in', () => layIn(application));

    const paths = (await changes(application.folder)).map((line) => line.replace(/^(..) (src\/)?/, '$1 '));
    const own = paths.filter((line) => line.startsWith(' M')).map((line) => line.slice(3));
    const ofTeam = ['instrumentation.ts', 'instrumentation-client.ts', 'pages/_error.tsx'];
    const byHand = [...edited, ...(made.isEstablished ? ofTeam : [])];
    expect(own.sort()).toEqual(['package-lock.json', 'package.json', ...byHand].sort());
    const pathsOfLines = byHand.map((path) => (existsSync(join(application.folder, path)) ? path : `src/${path}`));
    expect(await changedLines(application.folder, pathsOfLines)).toBe(made.isEstablished ? 10 : 4);
    const added = paths.filter((line) => line.startsWith('??') && !line.startsWith('?? candor/'));
    expect(added.map((line) => line.slice(3))).toEqual(made.isEstablished ? ['app/monitoring/route.ts'] : hooks);

    await test.step('built', () => build(application.folder));
    const server = await serve(made.by, { ...application, basePath: made.basePath, dsn: ingest.dsn });
    const seen = watch(page);
    try {
      await hydrates(page, server.url, made.isEstablished ? ofTheTeam : ofCandor);
      expect(seen).toEqual([]);
      await reportsOnce(page, server.url, ingest, made.isEstablished);
      expect(seen.filter((line) => /Content Security Policy/.test(line))).toEqual([]);
    } finally {
      await test.info().attach('output', { body: server.output() });
      await server.stop();
      await ingest.close();
    }
  });
}

/** What goes wrong on the pages, and is no failed response. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('pageerror', ({ message }) => void seen.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) seen.push(message.text());
  });
  return seen;
}

async function hydrates(page: Page, url: string, { notFound }: typeof ofTheTeam): Promise<void> {
  const response = await page.goto(url);
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self'");
  await expect(page.getByRole('link', { name: 'Documentation' })).toBeVisible();
  const font = await page.evaluate(() =>
    document.fonts.ready.then((fonts) => [...fonts].some((face) => face.status === 'loaded')),
  );
  expect(font).toBe(true);
  expect((await page.request.get(`${url}/favicon.ico`)).headers()['content-type']).toBe('image/x-icon');
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
  const missing = await page.goto(`${url}/no/such/page`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByText(notFound, { exact: true })).toBeVisible();
  await page.goto(`${url}/nonce`);
  await page.waitForFunction(() => 'hasRun' in window);
  expect(await (await page.request.get(`${url}/api/hello`)).json()).toEqual({ hello: 'world' });
}

type Ingest = Awaited<ReturnType<typeof startFakeIngest>>;

async function reportsOnce(page: Page, url: string, ingest: Ingest, isEstablished = false): Promise<void> {
  const { failed } = isEstablished ? ofTheTeam : ofCandor;
  const found = () =>
    ingest.arrivals.flatMap(({ event }) => event?.exception?.values[0]?.value ?? event?.message ?? []);
  const arrived = (kind: string) => waitUntil(kind, () => found().includes(`adopted: ${kind}`));

  for (const kind of ['browser-error', 'browser-rejection', 'handled', 'component-boundary', 'browser-render']) {
    await page.goto(`${url}/fails/browser`);
    await page.getByRole('button', { name: kind }).click();
    await arrived(kind);
  }
  await expect(page.getByText(failed.browser)).toBeVisible();
  if (!isEstablished) await tryAgain(page);

  await page.goto(`${url}/fails/boundary`);
  await page.getByRole('button').click();
  await expect(page.getByText('Our own words.')).toBeVisible();
  await arrived('browser-boundary');

  const rendered = await page.goto(`${url}/fails/render`);
  // With Cache Components the layout, which is static, is sent first.
  expect(rendered?.status()).toBe(rendered?.headers()['x-nextjs-postponed'] ? 200 : 500);
  await expect(page.getByText(failed.server)).toBeVisible();
  await arrived('server-render');
  if (!isEstablished) {
    const digest = (await page.getByText('Digest: ').textContent())?.replace('Digest: ', '');
    expect(ingest.arrivals.map(({ event }) => event?.event_id)).toContain(digest);
  }

  expect((await page.goto(`${url}/fails/stream`))?.status()).toBe(200);
  await expect(page.getByText(failed.server)).toBeVisible();
  await arrived('server-stream');

  for (const kind of ['server-action', 'after-response']) {
    await page.goto(`${url}/fails/actions`);
    await page.getByRole('button', { name: kind }).click();
    await arrived(kind);
  }

  const handler = await page.request.post(`${url}/fails/handler`);
  expect(handler.status()).toBe(500);
  expect(handler.headers()['content-type']).toBe('application/problem+json');
  await arrived('route-handler');

  if (isEstablished) {
    expect((await page.goto(`${url}/old?fail=1`))?.status()).toBe(500);
    await expect(page.getByText('Digest: ')).toBeVisible();
    await arrived('pages-router');
  }

  expect(found().toSorted()).toEqual([...new Set(found())].toSorted());
}

/** The screen's button renders the page again, and this time it is not broken. */
async function tryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'browser-render' })).toBeVisible();
}
