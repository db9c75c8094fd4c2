import { request as httpRequest } from 'node:http';
import type { Page } from 'playwright/test';
import { freePort, type Application } from '../support/application';
import { isLong } from '../soak/size';
import { rawRequest } from '../support/raw-request';
import { buildOrdinaryPages, servers, startOrdinaryPages, type Server } from '../support/ordinary-pages';
import { withStartingOrdinaryPages } from '../support/ordinary-pages';
import { waitUntil } from '../support/wait-until';
import { expect, failedToLoad, mayPrint } from './fixtures';
import { test as base } from './violations';

// Pages as other applications have them: see tests/ordinary-pages.

const site = 'ordinary-pages';

const test = base.extend<object, { isBuilt: void; started: Record<Server, Application> }>({
  isBuilt: [
    async ({}, provide) => {
      await buildOrdinaryPages(site);
      await provide();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  started: [
    async ({ isBuilt }, provide) => {
      void isBuilt;
      const started = {
        'server.js': await startOrdinaryPages(site, 'server.js'),
        'next start': await startOrdinaryPages(site, 'next start'),
      };
      await provide(started);
      await Promise.all(Object.values(started).map((application) => application.stop()));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

type Row = {
  path: string;
  what: string;
  /** How the page is made again: it shows when it was made. */
  again?: 'by time' | { path: string } | { tag: string };
  /** Selectors of what a style of the page makes green. */
  green?: string[];
  /** The scripts of the page that have to run. */
  ran?: string[];
  check?: (page: Page) => Promise<void>;
};

async function checkPictures(page: Page): Promise<void> {
  for (const picture of await page.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
  }
}
const fontStates = (page: Page) => page.evaluate(() => [...document.fonts].map(({ status }) => status));
const checkFont = (page: Page) => expect.poll(() => fontStates(page)).toContain('loaded');
const checkWeight = (page: Page) => expect(page.locator('.by-element')).toHaveCSS('font-weight', '650');
const checkMargin = (page: Page) => expect(page.locator('time')).toHaveCSS('margin', '1px');
const ofStyles = { green: ['.by-element', 'text=From a content system'], check: checkWeight };
const ofLate = ['.by-element', '.by-late-element'];

const rows: Row[] = [
  { path: 'built', what: 'built' },
  { path: 'rendered', what: 'rendered and streamed' },
  { path: 'param/1', what: 'rendered, with a parameter' },
  { path: 'on-demand/1', what: 'made on demand, with React’s own scripts, a style and a style attribute' },
  { path: 'nested/built', what: 'built, with markup 20,000 levels deep' },
  { path: 'nested/1', what: 'made on demand, with markup 20,000 levels deep' },
  { path: 'timed', what: 'made again after a second', again: 'by time' },
  { path: 'tagged', what: 'made again by revalidatePath', again: { path: '/ordinary/tagged' } },
  { path: 'tagged', what: 'made again by revalidateTag', again: { tag: 'ordinary' } },
  { path: 'rewritten', what: 'rendered, at a path that a rewrite leads to' },
  { path: 'rewritten-built', what: 'built, at a path that a rewrite leads to' },
  { path: 'rewritten-by-proxy', what: 'rendered, at a path that proxy.ts rewrites' },
  { path: 'styled', what: 'built, with a style and style attributes', ...ofStyles },
  { path: 'styled-rendered', what: 'rendered, with styles in its start and in a part that comes late', green: ofLate },
  { path: 'picture', what: 'with next/image, its placeholder and its styles', check: checkPictures },
  { path: 'font', what: 'with next/font', check: checkFont },
  { path: 'scripts', what: 'built, with scripts of its own', ran: ['after', 'before', 'element', 'html'] },
  { path: 'scripts-rendered', what: 'rendered, with scripts that have the nonce', ran: ['after', 'element'] },
  { path: 'none', what: 'of the Pages Router, without data, with styled-jsx', green: ['.jsx'] },
  { path: 'static-props', what: 'of getStaticProps, made again after a second', again: 'by time' },
  { path: 'server-props', what: 'of getServerSideProps, with styled-jsx and a style attribute', check: checkMargin },
  { path: 'paths/1', what: 'of getStaticPaths, made on demand' },
  { path: 'server-param/1', what: 'of getServerSideProps, with a parameter' },
];

// `npm run test:wide` visits them under `next start`, too: what is special about that fails in the tests of failing routes, which it
// serves, and in the last ones here.
for (const server of isLong ? servers : (['server.js'] as const)) {
  for (const { path, what, again, green = [], ran, check } of rows) {
    test(`${server}: a page ${what} hydrates at every visit without violation`, async ({
      page,
      violations,
      started,
    }) => {
      const address = `${started[server].url}/ordinary/${path}`;
      const scripts = () => page.evaluate(() => (window as unknown as { ran?: string[] }).ran?.sort());
      const visit = async () => {
        await page.goto(address);
        await expect(page.getByRole('status')).toHaveText('hydrated');
        for (const selector of green) await expect(page.locator(selector)).toHaveCSS('color', 'rgb(0, 128, 0)');
        if (ran) await expect.poll(scripts).toEqual(ran);
        await check?.(page);
        expect(violations).toEqual([]);
      };
      await visit();
      await visit();
      if (again) await makeAgain(address, again);
      await visit();
    });
  }
}

/** Resolves when a request for the page gets one that was made later. */
async function makeAgain(address: string, again: NonNullable<Row['again']>): Promise<void> {
  const made = async () => /<time>([^<]+)/.exec(await (await fetch(address)).text())?.[1];
  const before = await made();
  if (again !== 'by time')
    await fetch(new URL(`/ordinary/revalidate?${new URLSearchParams(again)}`, address), { method: 'POST' });
  await waitUntil('the page to be made again', async () => (await made()) !== before);
}

for (const { path, type } of [
  { path: '/ordinary/handler', type: 'application/json' },
  { path: '/manifest.webmanifest', type: 'application/manifest+json' },
  { path: '/ordinary/opengraph-image', type: 'image/png' },
  { path: '/ordinary/icon.png', type: 'image/png' },
]) {
  test(`a file of Next's metadata or of a static handler is sent as it is: ${path}`, async ({ started }) => {
    const { status, headers } = await rawRequest(started['server.js'].url, { path });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
  });
}

const stored = [
  ...['plain', 'behind-data', 'in-data', 'as-bootstrap', 'as-react', 'in-template', 'for-next', 'module', 'nonce'],
  ...['handler', 'svg'],
];
for (const id of stored) {
  test(`a script that a visitor got into a cached page does not run: ${id}`, async ({ page, violations, started }) => {
    mayPrint(page, /Content Security Policy/, failedToLoad(404));
    for (const visit of ['made', 'from the cache', 'once more']) {
      violations.length = 0;
      await page.goto(`${started['server.js'].url}/ordinary/stored/${id}`);
      await expect(page.getByRole('status')).toHaveText('hydrated');
      await expect.poll(() => violations, visit).toContainEqual(expect.stringMatching(/^script-src-/));
      expect(await page.evaluate(() => 'injected' in window), visit).toBe(false);
    }
  });
}

test('nothing that a visitor stored or sends relaxes the policy', async ({ started }) => {
  const { url, log } = started['server.js'];
  const paths = [
    'html',
    'rendered',
    'param/1',
    'rewritten-by-proxy',
    'server-props',
    ...stored.map((id) => `stored/${id}`),
  ];
  const sent = [
    {},
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { Purpose: 'prefetch', 'Sec-Purpose': 'prefetch' },
    { 'Content-Security-Policy': "script-src 'nonce-dmlzaXRvcg=='", 'X-Nonce': 'dmlzaXRvcg==' },
    { 'X-Nextjs-Cache': 'HIT', 'X-Nextjs-Postponed': '1', 'X-Nextjs-Data': '1' },
  ];
  for (const path of paths) {
    for (const headers of sent) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const query = '?a=<script>self.__next_g.push([0])</script><script src="/_next/static/a.js"></script><!--';
        const asked = { path: `/ordinary/${path}${encodeURI(query)}`, method, headers };
        const response = await rawRequest(url, asked);
        expect(response.headers, JSON.stringify(asked)).not.toHaveProperty('content-security-policy-report-only');
        expect(String(response.headers['content-security-policy'])).not.toMatch(/script-src [^;]*'unsafe-inline'/);
      }
    }
  }
  expect(log.filter(({ msg }) => msg.startsWith('policy') || msg === 'patch not in effect')).toEqual([]);
});

test('without the policy such a script would run, also in a handler’s own document', async ({ page, started }) => {
  mayPrint(page, /Content Security Policy/);
  const { url } = started['server.js'];
  await page.goto(`${url}/ordinary/html`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Own');
  expect(await page.evaluate(() => 'injected' in window)).toBe(false);
  await page.route('**', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers['content-security-policy'];
    await route.fulfill({ response, headers });
  });
  for (const path of ['/ordinary/html', '/ordinary/stored/plain']) {
    await page.goto(`${url}${path}`);
    expect(await page.evaluate(() => 'injected' in window), path).toBe(true);
  }
});

test('the same page has the same policy from the cache, and HEAD and 304 never have a new one', async ({ started }) => {
  const ask = (path: string, rest = {}) => rawRequest(started['server.js'].url, { path, ...rest });
  const path = '/ordinary/on-demand/asked';
  expect((await ask(path, { method: 'HEAD' })).headers).not.toHaveProperty('content-security-policy');
  const { headers } = await ask(path);
  const policy = headers['content-security-policy'];
  expect(policy).not.toContain('nonce-');
  expect((await ask(path)).headers['content-security-policy']).toBe(policy);
  expect((await ask(path, { method: 'HEAD' })).headers['content-security-policy']).toBe(policy);
  const known = await ask(path, { headers: { 'If-None-Match': headers.etag } });
  expect([known.status, known.headers['content-security-policy']]).toEqual([304, undefined]);
  const rendered = await ask('/ordinary/rendered', { method: 'HEAD' });
  expect([rendered.status, rendered.headers['content-security-policy']]).toEqual([200, undefined]);
});

for (const server of servers) {
  test(`${server}: requests from before the server was ready have headers, policy and nonce`, async ({ isBuilt }) => {
    void isBuilt;
    const port = await freePort();
    const waiting = ['/ordinary/built', '/ordinary/rendered', '/ordinary/param/1', '/ordinary/none', '/nowhere', '/'];
    const responses = await withStartingOrdinaryPages(site, server, port, () =>
      Promise.all(waiting.map((path) => get(port, path))),
    );
    for (const [index, { headers, body }] of responses.entries()) {
      const policy = String(headers['content-security-policy']);
      expect(headers, waiting[index]).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(policy, waiting[index]).toMatch(/script-src 'self' 'report-sample' '(sha256|nonce)-/);
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
      if (nonce !== undefined) expect(body).toContain(`nonce="${nonce}"`);
      expect(nonce !== undefined, waiting[index]).toBe(/rendered|param/.test(waiting[index] ?? ''));
    }
  });
}

function get(port: number, path: string) {
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      let body = '';
      response.on('data', (text: Buffer) => (body += text.toString()));
      response.on('end', () => resolve({ headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}
