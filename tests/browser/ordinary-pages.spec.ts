import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startApplication, type Application } from '../support/application';
import { freePort } from '../support/free-port';
import { copyMoved } from '../support/moved-next';
import { rawRequest } from '../support/raw-request';
import { buildOrdinaryPages, servers, startOrdinaryPages, type Server } from '../support/ordinary-pages';
import { takenAway } from '../support/taken-away';
import { withStartingOrdinaryPages } from '../support/ordinary-pages';
import { siteFolder } from '../support/site-folder';
import { waitUntil } from '../support/wait-until';
import { expect, failedToLoad, mayPrint } from './fixtures';
import { test as base } from './violations';

// Pages as other applications have them: see tests/ordinary-pages.

const site = 'ordinary-pages';

const test = base.extend<object, { isBuilt: void; startedBy: (server: Server) => Promise<Application> }>({
  isBuilt: [
    async ({}, provide) => {
      await buildOrdinaryPages(site);
      await provide();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  startedBy: [
    async ({ isBuilt }, provide) => {
      void isBuilt;
      const started: Partial<Record<Server, Application>> = {};
      await provide(async (server) => (started[server] ??= await startOrdinaryPages(site, server)));
      await Promise.all(Object.values(started).map((application) => application.stop()));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

// Styles, pictures, fonts, scripts, rewrites and the Pages Router are visited in tests/team-application.
const rows: { path: string; what: string; isMadeAgain?: true }[] = [
  { path: 'built', what: 'built' },
  { path: 'rendered', what: 'rendered and streamed' },
  { path: 'param/1', what: 'rendered, with a parameter' },
  { path: 'on-demand/1', what: 'made on demand, with React’s own scripts, a style and a style attribute' },
  { path: 'nested/built', what: 'built, with markup 20,000 levels deep' },
  { path: 'nested/1', what: 'made on demand, with markup 20,000 levels deep' },
  { path: 'timed', what: 'made again after a second', isMadeAgain: true },
  { path: 'none', what: 'of the Pages Router, without data' },
];

// `npm run test:wide` visits them under `next start`, too: what is special about that fails in the tests of failing routes, which it
// serves, and in the last ones here.
for (const server of servers) {
  for (const { path, what, isMadeAgain } of rows) {
    const details = { tag: server === 'next start' ? '@wide' : [] };
    test(
      `${server}: a page ${what} hydrates at every visit without violation`,
      details,
      async ({ page, violations, startedBy }) => {
        const address = `${(await startedBy(server)).url}/ordinary/${path}`;
        const made = async () => /<time>([^<]+)/.exec(await (await fetch(address)).text())?.[1];
        const visit = async () => {
          await page.goto(address);
          await expect(page.getByRole('status')).toHaveText('hydrated');
          expect(violations).toEqual([]);
        };
        await visit();
        await visit();
        const before = await made();
        if (isMadeAgain) await waitUntil('the page to be made again', async () => (await made()) !== before);
        await visit();
      },
    );
  }
}

const stored = [
  ...['plain', 'behind-data', 'in-data', 'as-bootstrap', 'as-react', 'in-template', 'for-next', 'module', 'nonce'],
  ...['handler', 'svg'],
];
for (const id of stored) {
  test(`a script that a visitor got into a cached page does not run: ${id}`, async ({
    page,
    violations,
    startedBy,
  }) => {
    mayPrint(page, /Content Security Policy/, failedToLoad(404));
    for (const visit of ['made', 'from the cache', 'once more']) {
      violations.length = 0;
      await page.goto(`${(await startedBy('server.js')).url}/ordinary/stored/${id}`);
      await expect(page.getByRole('status')).toHaveText('hydrated');
      await expect.poll(() => violations, visit).toContainEqual(expect.stringMatching(/^script-src-/));
      expect(await page.evaluate(() => 'injected' in window), visit).toBe(false);
    }
  });
}

test('nothing that a visitor stored or sends relaxes the policy', async ({ startedBy }) => {
  const { url, log } = await startedBy('server.js');
  const paths = ['html', 'rendered', 'param/1', 'none', ...stored.map((id) => `stored/${id}`)];
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
  const ofScripts = ['page-nonce', 'framework-scripts'];
  expect(log.filter(({ msg, patch }) => msg.startsWith('policy') || ofScripts.includes(String(patch)))).toEqual([]);
});

test('a page that another Next made on demand, with scripts of another form, works at every visit', async ({
  page,
  isBuilt,
}) => {
  void isBuilt;
  mayPrint(page, /Content Security Policy/);
  const folder = await copyMoved(join(siteFolder(site), '.next/standalone'), 'nonce and form');
  const application = await startApplication({}, folder);
  try {
    for (const visit of ['made', 'from the cache']) {
      const response = await page.goto(`${application.url}/ordinary/on-demand/moved`);
      expect(response?.headers(), visit).toHaveProperty('content-security-policy-report-only');
      await expect(page.getByRole('status')).toHaveText('hydrated');
    }
    await application.waitForLog(({ msg }) => msg === 'policy relaxed');
  } finally {
    await page.goto('about:blank'); // It would report to the server that is gone.
    await application.stop();
    await rm(folder, { recursive: true });
  }
});

test('without the policy such a script would run, also in a handler’s own document', async ({ page, startedBy }) => {
  mayPrint(page, /Content Security Policy/);
  const { url } = await startedBy('server.js');
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

test('the same page has the same policy from the cache, and HEAD and 304 never have a new one', async ({
  startedBy,
}) => {
  const { url } = await startedBy('server.js');
  const ask = (path: string, rest = {}) => rawRequest(url, { path, ...rest });
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
    const url = `http://127.0.0.1:${port}`;
    const responses = await withStartingOrdinaryPages(site, server, port, () =>
      Promise.all(waiting.map((path) => rawRequest(url, { path }))),
    );
    for (const [index, { headers, body }] of responses.entries()) {
      const policy = String(headers['content-security-policy']);
      expect(headers, waiting[index]).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(policy, waiting[index]).toMatch(/script-src 'self' 'report-sample' '(sha256|nonce)-/);
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
      if (nonce !== undefined) expect(body.toString()).toContain(`nonce="${nonce}"`);
      expect(nonce !== undefined, waiting[index]).toBe(/rendered|param/.test(waiting[index] ?? ''));
    }
  });
}

test('without waiting-responses those have none of it, later ones do, and the site says so', async ({ isBuilt }) => {
  void isBuilt;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ask = async () => (await rawRequest(url, { path: '/ordinary/built' })).headers['content-security-policy'];
  const measure = async () => {
    const policies = [await ask(), await ask()];
    const { patches } = (await (await fetch(`${url}/monitoring`)).json()) as { patches: Record<string, string[]> };
    const states = Object.keys(patches).filter((state) => patches[state]?.includes('waiting-responses'));
    return [...policies.map((policy) => typeof policy), ...states];
  };
  const start = (settings?: Record<string, string>) =>
    withStartingOrdinaryPages(site, 'server.js', port, measure, settings);
  // Once more where the server was ready before the first request came, as on a busy machine.
  await expect(async () => expect(await start()).toEqual(['string', 'string', 'inEffect'])).toPass();
  const without = () => start(takenAway('waiting-responses'));
  await expect(async () => expect(await without()).toEqual(['undefined', 'string', 'missing'])).toPass();
});
