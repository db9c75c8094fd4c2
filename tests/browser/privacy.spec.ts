import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { actionIds, postAction } from '../support/actions';
import { manyFailures } from '../support/application';
import { accept, respondWith } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { control, eventState, expect, shownReference, test as base } from './fixtures';

const mark = 'MARKED';
const headers = {
  Authorization: `Bearer ${mark}-authorization`,
  Cookie: `session=${mark}-cookie`,
  'User-Agent': `${mark}-browser`,
  'X-Forwarded-For': `${mark}-forwarded, ${mark}-address`,
  'X-Real-IP': `${mark}-real`,
  'X-Api-Key': `${mark}-key`,
  'X-Candor-Response': `${mark}-response`,
};
/** A browser writes a Referer of its own, with the query of the page before. */
const allHeaders = { ...headers, Referer: `http://localhost/?from=${mark}-referer` };
const query = `token=${mark}-query&email=${mark}%40example.org`;

const test = base.extend<{ visitors: BrowserContext[] }>({
  visitors: async ({ browser }, provide) => {
    const contexts = await Promise.all(
      [true, false].map((javaScriptEnabled) => browser.newContext({ javaScriptEnabled, extraHTTPHeaders: headers })),
    );
    await provide(contexts);
    await Promise.all(contexts.map((context) => context.close()));
  },
});

test('no secret of a request is sent, shown or kept', async ({ request, start, service, outboxDir, visitors }) => {
  service.answer(respondWith(503));
  const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, TRUSTED_PROXY_HOPS: '1', ...manyFailures };
  const application = await start(settings);
  const { url } = application;
  const address = `${url}/failing-page`;
  const [withScripts, withoutScripts] = await Promise.all(visitors.map((context) => context.newPage()));
  if (!withScripts || !withoutScripts) throw new Error('Two visitors are needed.');
  const ids = new Set<string>();
  const screens: string[] = [];
  const look = async (page: Page) => void screens.push(await page.locator('body').innerText());

  for (const kind of ['server-render', 'server-stream', 'not-found', 'forbidden']) {
    await withScripts.goto(`${address}?fail=${kind}&${query}#${mark}-fragment`);
    await expect(withScripts.locator('main.screen')).toBeVisible();
    if (kind.startsWith('server')) ids.add(await shownReference(withScripts, 'Digest'));
    await look(withScripts);
  }
  for (const page of [withScripts, withoutScripts]) {
    await page.goto(`${address}?${query}`);
    await addSecretField(page, 'server-action');
    const posted = page.waitForRequest((one) => one.method() === 'POST' && new URL(one.url()).search !== '');
    await control(page, 'server-action').click();
    // Next's script leaves out what an action does not read.
    if (page === withoutScripts) expect((await posted).postData(), 'a secret is posted').toContain(mark);
    ids.add(await shownReference(page, 'Digest')); // Without scripts, from the last resort.
    await look(page);
  }
  for (const kind of ['browser-error', 'browser-rejection', 'browser-render']) {
    await withScripts.goto('about:blank'); // Another fragment alone makes no new document.
    await withScripts.goto(`${address}?${query}#${mark}-fragment`);
    await control(withScripts, kind).click();
    const where = withScripts.locator(kind === 'browser-render' ? 'main' : `[data-kind="${kind}"]`);
    await expect(eventState(where)).toHaveText('queued');
    ids.add(await shownReference(where, 'Event'));
    await look(withScripts);
  }
  const action = (await actionIds(request, url))['server-action'] ?? '';
  const failed = application.log.filter(isFailure).length;
  await postAction(request, `${address}?${query}`, action, { headers: allHeaders, body: `["${mark}-body"]` });
  const line = await waitUntil('the action to fail', () => application.log.filter(isFailure)[failed]);
  ids.add(line.digest ?? '');
  await postAction(request, `${address}?${query}`, action, { headers: allHeaders, body: `${mark}-no-json` });
  await application.waitForLog(({ reason }) => reason === 'its body cannot be read');
  for (const Origin of ['https://elsewhere.test', '::']) {
    const foreign = { headers: { ...allHeaders, Origin }, body: `["${mark}"]` };
    await postAction(request, `${address}?${query}`, action, foreign);
  }
  const eventId = 'ab'.repeat(16);
  const taken = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"event_id":"${eventId}"}\n`;
  ids.add(eventId);
  await request.post(`${url}/monitoring?${query}`, { headers: allHeaders, data: taken });
  await request.post(`${url}/monitoring?${query}`, { headers: allHeaders, data: `${mark} is no envelope` });
  await request.get(`${url}/no/such/page?${query}`, { headers: allHeaders });

  await waitUntil('every event in the outbox', async () => {
    const kept = await contentsOf(outboxDir);
    return [...ids].every((id) => kept.includes(id));
  });
  expect(ids.size).toBe(9);
  expect(marksIn(await contentsOf(outboxDir)), 'in the outbox').toEqual([]);

  service.answer(accept);
  await waitUntil('every event at the service', () => {
    const arrived = service.accepted.map(({ event }) => event?.event_id);
    return [...ids].every((id) => arrived.includes(id));
  });
  for (const { path, headers: received, bytes } of service.arrivals) {
    const arrived = `${path} ${JSON.stringify(received)} ${bytes.toString('utf8')}`;
    expect(marksIn(arrived), 'at the service').toEqual([]);
  }
  await application.terminate(); // What it was to print it has printed.
  expect(marksIn(application.output.stdout), 'in the standard output').toEqual([]);
  expect(marksIn(application.output.stderr), 'in the standard error').toEqual([]);
  expect(marksIn(screens.join('\n')), 'on a screen').toEqual([]);
  expect(application.log.filter(isFailure), 'there was something to be told').toHaveLength(5);
});

const isFailure = ({ msg }: { msg: string }) => msg === 'request failed';

function marksIn(text: string): string[] {
  return text.match(new RegExp(`.{0,80}${mark}.{0,40}`, 'gi')) ?? [];
}

async function addSecretField(page: Page, kind: string): Promise<void> {
  await page.locator(`[data-kind="${kind}"] form`).evaluate((form, value) => {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'password', value });
    form.append(field);
  }, `${mark}-body`);
}

async function contentsOf(folder: string): Promise<string> {
  const paths = await readdir(folder, { recursive: true });
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8').catch(() => '')));
  return texts.join('\n');
}
