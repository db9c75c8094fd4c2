import type { Application, LogLine } from '../support/application';
import { buildSite, startSite } from '../support/built-sites';
import { takenAway } from '../support/taken-away';
import { waitUntil } from '../support/wait-until';
import { rawRequest } from '../support/raw-request';
import { digestsIn } from './digests';
import { expect, mayPrint, redactedServerError, sampleError, serverFailure, shownReference } from './fixtures';
import { test as base } from './violations';

// With `cacheComponents: true`: see tests/sites/cached-components.

const site = 'cached-components';

const test = base.extend<object, { started: Application }>({
  started: [
    async ({ ingest }, provide) => {
      await buildSite(site);
      const started = await startSite(site, { SENTRY_DSN: ingest.dsn });
      await provide(started);
      await started.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
test.describe.configure({ mode: 'default' }); // One worker: the site is built once.

test('every kind of page hydrates at every visit without violation', async ({ page, violations, started }) => {
  for (const path of ['/cached/shell', '/cached/built', '/cached/on-demand', '/cached/use-cache']) {
    const address = `${started.url}${path}`;
    const made = async () => /<time[^>]*>([^<]+)/.exec(await (await fetch(address)).text())?.[1];
    const visit = async () => {
      await page.goto(address);
      await expect(page.getByRole('status'), path).toHaveText('hydrated');
      if (path === '/cached/shell') await expect(page.locator('.in-shell')).toHaveCSS('color', 'rgb(0, 128, 0)');
      expect(violations, path).toEqual([]);
    };
    await visit();
    const before = await made();
    if (path === '/cached/shell' || path === '/cached/use-cache')
      await waitUntil('the page to be made again', async () => (await made()) !== before);
    await visit();
  }
});

test(`a part that fails after the shell has one digest in all places`, async ({ page, started, ingest }) => {
  mayPrint(page, redactedServerError, sampleError);
  const { url, waitForLog } = started;
  await page.goto(`${url}/cached/fails`);
  const digest = await shownReference(page, 'Digest');
  await waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
});

test(`a page that cannot be made again is one line, and stays as it was`, async ({ started, ingest }) => {
  const { url, log, waitForLog } = started;
  const isWhole = async () => (await (await fetch(`${url}/cached/fails-again`)).text()).includes('Whole');
  await fetch(`${url}/cached/fail`, { method: 'POST', body: 'on' });
  await waitUntil('the page to be made again', async () => (await isWhole()) && log.some(isIt));
  const { digest, seen } = await waitForLog(isIt);
  expect(seen).toBe(false);
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  await fetch(`${url}/cached/fail`, { method: 'POST', body: 'off' });
  expect(await isWhole()).toBe(true);
});

test(`a page that fails while it is made fails at each visit, uncached`, async ({ started, ingest }) => {
  const { url, waitForLog } = started;
  for (const visit of ['first', 'second']) {
    const { status, headers } = await rawRequest(url, { path: '/cached/fails-when-made/unknown' });
    expect(status, visit).toBe(500);
    const digest = headers['error-digest'];
    expect(digest, visit).toMatch(/^[0-9a-f]{32}$/);
    await waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
    await ingest.waitForEvent(({ event_id }) => event_id === digest);
  }
});

test(`an error that crosses from a cached function is one digest, line and event, as itself`, async ({
  request,
  started,
  ingest,
}) => {
  const { url, log } = started;
  const before = ingest.arrivals.length;
  const page = await request.get(`${url}/cached/crosses`);
  const handler = await request.get(`${url}/cached/crosses/handler`);
  expect(handler.status()).toBe(500);
  const digests = [...(await digestsIn(page)), handler.headers()['error-digest'] ?? ''];
  expect(digests).toHaveLength(2);

  const [last = 'none'] = await digestsIn(await request.get(`${url}/cached/without-shell`));
  await ingest.waitForEvent(({ event_id }) => event_id === last); // What was to come before it has come.
  const errors = [
    { type: 'Error', message: 'Failing: a cached function threw.' },
    { type: 'TypeError', message: 'Failing: a cached function of /cached/crosses/handler threw.' },
  ];
  const lines = log.filter(({ path }) => String(path).startsWith('/cached/crosses'));
  expect(lines).toMatchObject(errors.map((error, index) => ({ digest: digests[index], error })));
  expect(lines[1]?.error).toMatchObject({
    code: 'E_CACHED',
    stack: expect.stringContaining('app/cached/crosses/handler/route.ts'),
  });
  const events = ingest.arrivals.slice(before).flatMap(({ event }) => event ?? []);
  const ofThese = events.filter(({ exception }) =>
    errors.some(({ message }) => exception?.values[0]?.value === message),
  );
  expect(ofThese.map(({ event_id }) => event_id)).toEqual(digests);
});

test('a digest that a team gives an error of a cached function reads back, and is a tag of the event', async ({
  page,
  started,
  ingest,
}) => {
  mayPrint(page, ...serverFailure);
  await page.goto(`${started.url}/cached/crosses/caught`);
  await expect(page.getByText('Found: TEAM;gone;1', { exact: true })).toBeVisible();
  await page.goto(`${started.url}/cached/crosses/own-digest`);
  const digest = await shownReference(page, 'Digest');
  const { error } = await started.waitForLog((line) => line.msg === 'request failed' && line.digest === digest);
  expect(error).toMatchObject({ message: 'Failing: what a cached function looked for is gone.' });
  const { tags } = await ingest.waitForEvent(({ event_id }) => event_id === digest);
  expect(tags).toMatchObject({ digest, ownDigest: 'TEAM;gone;1' });
});

const unheard = '/cached/unheard';
const isStale = (made: string) => Date.now() - Date.parse(made) > 1_500;

/** Fills the cache for these pages, and has their cached functions fail from when they are stale. */
async function failWhenStale({ url }: Application, hows: readonly string[]): Promise<void> {
  await Promise.all(hows.map((how) => fetch(`${url}${unheard}/${how}`).then((page) => page.text())));
  const made = new Date().toISOString();
  await waitUntil('the pages to be stale', () => isStale(made));
  await fetch(`${url}/cached/fail`, { method: 'POST', body: 'on' });
}

for (const how of ['throws', 'nested']) {
  test(`a cached function that fails where nobody waits is one digest, line and event (${how})`, async ({
    started,
    ingest,
  }) => {
    const { url, log, output } = started;
    await failWhenStale(started, [how]);
    const before = output.stderr.length;
    const digests = () => [...output.stderr.slice(before).matchAll(/digest: '([0-9a-f]{32})'/g)].map(([, id]) => id);
    await waitUntil('four failures', async () => {
      const page = await fetch(`${url}${unheard}/${how}`);
      expect(await page.text()).toMatch(/<time>20/);
      return digests().length >= 4;
    });
    const lines = () => log.filter(({ path }) => path === `${unheard}/${how}`);
    await waitUntil('their lines', () => lines().length >= digests().length);
    const route = `${unheard}/[how]`;
    expect(lines()).toMatchObject(digests().map((digest) => ({ digest, seen: false, method: 'GET', route })));
    for (const digest of digests()) {
      const { tags } = await ingest.waitForEvent(({ event_id }) => event_id === digest);
      expect(tags).toMatchObject({ seen: 'false', route });
    }
    await fetch(`${url}/cached/fail`, { method: 'POST', body: 'off' });
  });
}

test('control flow, bail-outs, postponed and aborted renders and what code catches are nothing that nobody saw', async ({
  started,
}) => {
  const { url, log, waitForLog } = started;
  const silent = ['not-found', 'redirect', 'caught', 'bails-out', 'aborted'];
  await failWhenStale(
    started,
    [...silent, 'last'].filter((how) => how !== 'caught' && how !== 'aborted'),
  );
  for (const how of silent) {
    const leave = new AbortController();
    const page = await fetch(`${url}${unheard}/${how}`, { signal: leave.signal, redirect: 'manual' });
    if (how === 'aborted') leave.abort();
    else await page.text();
  }
  await fetch(`${url}/cached/shell`).then((page) => page.text());
  await fetch(`${url}${unheard}/last`).then((page) => page.text());
  await waitForLog(({ path, seen }) => path === `${unheard}/last` && seen === false);
  const heard = ['throws', 'nested', 'last'].map((how) => `${unheard}/${how}`).concat('/cached/fails-again');
  const others = log.filter(({ seen, path }) => seen === false && !heard.includes(String(path)));
  expect(others).toEqual([]);
  await fetch(`${url}/cached/fail`, { method: 'POST', body: 'off' });
});

function isIt({ error }: LogLine): boolean {
  return (error as { message?: string } | undefined)?.message === 'Sample error: the page cannot be made again.';
}

test('a page that fails after Next has decided on its status has its screen without scripts', async ({
  browser,
  started,
  ingest,
}) => {
  const { url } = started;
  const page = await browser.newPage({ javaScriptEnabled: false });
  expect((await page.goto(`${url}/cached/awaits/none`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  expect((await page.goto(`${url}/cached/awaits/failure`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  const reference = await page.getByText(/^Digest: [0-9a-f]{32}$/).innerText();
  await ingest.waitForEvent(({ event_id }) => reference === `Digest: ${event_id}`);
  await page.close();
});

test('without outside-render a page that fails while it is made has the line of Next’s abort, and a line says so', async ({
  page,
  started,
  ingest,
}) => {
  const path = '/cached/fails-when-made/aborted';
  const messageAt = async ({ url, waitForLog }: Application) => {
    const { status, headers } = await rawRequest(url, { path });
    expect(status).toBe(500);
    const { error } = await waitForLog(({ digest }) => digest === headers['error-digest']);
    return (error as { message: string }).message;
  };
  expect(await messageAt(started)).toBe('Sample error: the page of aborted cannot be made.');

  const settings = { SENTRY_DSN: ingest.dsn, ...takenAway('outside-render') };
  const without = await startSite(site, settings);
  expect(await messageAt(without)).not.toContain('Sample error');
  await page.goto(`${without.url}/cached/shell`);
  await expect(page.getByRole('status')).toHaveText('hydrated');
  const { patches } = (await (await fetch(`${without.url}/monitoring`)).json()) as { patches: { missing: string[] } };
  expect(patches.missing).toEqual(['entered-actions', 'outside-render']); // They hold on to the same.
  await without.waitForLog(({ msg, patch }) => msg === 'patch not in effect' && patch === 'outside-render');
  await page.goto('about:blank'); // It would report to the server that is gone.
  await without.stop();
});
