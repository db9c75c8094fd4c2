import type { Page, Route } from 'playwright/test';
import { join } from 'node:path';
import { manyFailures, standalone, startProcess, type Application } from '../../support/application';
import { rawRequest } from '../../support/raw-request';
import { accept, respondWith } from '../../support/fake-ingest';
import { startNginx } from '../../support/nginx';
import { control, eventState, expect, expecting, failedToLoad, failInBrowser, mayPrint } from './fixtures';
import { redactedServerError, sampleError, shownReference, test as base } from './fixtures';

const servers = { older: join(standalone.own, 'server.js'), newer: join(standalone.tested, 'server.js') };

type Cluster = {
  url: string;
  instances: Application[];
  replace(place: number, build: keyof typeof servers, end?: (ended: Application) => Promise<unknown>): Promise<void>;
};

const test = base.extend<{ cluster: Cluster }>({
  // Set up before the page, and so ended after it: a page whose server dies complains on its console.
  cluster: [
    async ({ service, outboxDir }, provide) => {
      const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, TRUSTED_PROXY_HOPS: '1', ...manyFailures };
      const started: Application[] = [];
      async function start(build: keyof typeof servers, own = {}): Promise<Application> {
        const instance = await startProcess(() => [servers[build]], { ...settings, ...own });
        started.push(instance);
        return instance;
      }
      const instances = await Promise.all([start('older'), start('older'), start('older')]);
      const nginx = await startNginx(instances.map(({ port }) => port));
      await provide({
        url: nginx.url,
        instances,
        async replace(place, build, end = async ({ terminate }) => expect(await terminate()).toBe(0)) {
          const ended = instances[place]!;
          await end(ended);
          instances[place] = await start(build, { PORT: String(ended.port) });
        },
      });
      await nginx.stop();
      await Promise.all(started.map((instance) => instance.stop()));
    },
    { auto: true, timeout: 60_000 },
  ],
  baseURL: async ({ cluster }, provide) => provide(cluster.url),
});

test.use(expecting(sampleError, redactedServerError, /UnrecognizedActionError/, failedToLoad(409), failedToLoad(500)));
test.setTimeout(300_000);

const examplePage = '/sentry-example-page';

async function pressAction(page: Page): Promise<{ status: number; then: 'stays' | 'reloads' | 'shows the screen' }> {
  const responded = page.waitForResponse((response) => 'next-action' in response.request().headers());
  const left = page.waitForEvent('load', { timeout: 0 }).then(
    () => 'reloads' as const,
    () => 'stays' as const,
  );
  await control(page, 'server-action-ok').click();
  const status = (await responded).status();
  if (status === 200) return { status, then: 'stays' };
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  return { status, then: await Promise.race([left, failed.waitFor().then(() => 'shows the screen' as const)]) };
}

test('three instances serve one page, also of an old build', async ({ page, browser, cluster, request, service }) => {
  await test.step('every request at another instance, and one of them is killed while the service is down', async () => {
    const { id: eventId } = await failInBrowser(page, { url: examplePage });
    for (let round = 1; round <= 3; round += 1) expect(await pressAction(page)).toEqual({ status: 200, then: 'stays' });
    await control(page, 'server-action').click();
    for (const id of [eventId, await shownReference(page, 'Digest')])
      await service.waitForEvent(({ event_id }) => event_id === id);
    await expect(eventState(page)).not.toHaveText('sending');

    service.answer((response) => respondWith(503)(response));
    for (let round = 1; round <= 9; round += 1)
      expect((await request.get(`${examplePage}?fail=server-render`)).status()).toBe(500);
    const failures = cluster.instances.map(({ log }) => log.filter(({ msg }) => msg === 'request failed'));
    expect(Math.min(...failures.map(({ length }) => length)), 'each instance has had some').toBeGreaterThan(0);
    await cluster.replace(0, 'older', async ({ stop }) => {
      await stop(); // By SIGKILL.
      service.answer(accept);
    });
    const arrived = () => service.accepted.map(({ event }) => event?.event_id);
    const made = failures.flat().map(({ digest }) => digest);
    await expect.poll(() => made.filter((id) => !arrived().includes(id)), { timeout: 60_000 }).toEqual([]);
  });

  const context = await browser.newContext({ baseURL: cluster.url });
  const [earlier, failing, leaving] = [await context.newPage(), await context.newPage(), await context.newPage()];
  await earlier.goto(examplePage);
  await control(earlier, 'browser-render').click();
  await expect(earlier.getByRole('button', { name: 'Copy reference' })).toBeVisible();
  const chunks = await earlier.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => /\/_next\/static\/.*/.exec(name) ?? []),
  );
  expect(chunks.length).toBeGreaterThan(5);
  await failing.goto(examplePage);
  // What its link had prefetched would be the older page, and that is shown, and runs, as the other pages here do.
  await leaving.route('**/*', (route) =>
    'next-router-prefetch' in route.request().headers() ? route.abort() : route.continue(),
  );
  await leaving.goto('/');

  await page.goto(examplePage);
  mayPrint(page, /Failed to load resource: net::ERR_FAILED/);
  const isPost = (route: Route) => route.request().method() === 'POST';
  await page.route('**/monitoring', (route) => (isPost(route) ? route.abort() : route.continue()));
  await control(page, 'browser-error').click();
  const lateId = await shownReference(page.locator('[data-kind="browser-error"]'), 'Event');
  await cluster.replace(0, 'newer');
  for (let visit = 1; visit <= 4; visit += 1) await visitOneOfTwoBuilds(await context.newPage());
  for (const place of [1, 2]) await cluster.replace(place, 'newer');

  await control(failing, 'browser-render').click();
  await expect(failing.getByRole('button', { name: 'Copy reference' }), 'a chunk that nginx has kept').toBeVisible();
  for (const path of chunks) {
    const { status } = await rawRequest(cluster.url, { path, headers: { 'Accept-Encoding': 'identity' } });
    expect(status, 'for another browser, that takes nothing compressed').toBe(200);
  }
  await leaving.locator(`a[href="${examplePage}"]`).first().click();
  await expect(control(leaving, 'browser-error')).toBeVisible();
  await expect.poll(() => buildOf(leaving)).toBe('newer'); // The document is visible before its scripts run.
  await context.close();

  expect(await buildOf(page)).toBe('older');
  const [reloaded] = [page.waitForEvent('load'), await page.unroute('**/monitoring')];
  await control(page, 'server-action-ok').click();
  await reloaded;
  await expect.poll(() => buildOf(page)).toBe('newer');
  const late = await service.waitForEvent(({ event_id }) => event_id === lateId);
  expect(late.release).not.toBe('newer');
  expect(await pressAction(page)).toEqual({ status: 200, then: 'stays' });

  // The newer one's turn: what the build that runs lacks, too, is a failure.
  const gone = { status: 409, headers: { 'x-nextjs-action-not-found': '1' }, body: '' };
  await page.route('**/sentry-example-page', (route) => (isPost(route) ? route.fulfill(gone) : route.continue()));
  expect(await pressAction(page)).toEqual({ status: 409, then: 'shows the screen' });
  const again = await shownReference(page, 'Event');
  await service.waitForEvent(({ event_id }) => event_id === again);
  const types = service.arrivals.flatMap(({ event }) => event?.exception?.values.map(({ type }) => type) ?? []);
  expect(
    types.filter((type) => type === 'UnrecognizedActionError'),
    'only the last one',
  ).toHaveLength(1);
});

/** Whichever build its page is of, it works with chunks and actions at the other one. */
async function visitOneOfTwoBuilds(page: Page): Promise<void> {
  const failed: string[] = [];
  page.on('response', (response) => void (response.status() >= 400 && failed.push(response.url())));
  await failInBrowser(page, { url: examplePage });
  expect(failed).toEqual([]);
  expect((await pressAction(page)).then).not.toBe('shows the screen'); // It may reload into the same build, and that once.
}

function buildOf(page: Page): Promise<string> {
  return page.evaluate(() => (globalThis as { candorBuild?: string }).candorBuild ?? 'older');
}
