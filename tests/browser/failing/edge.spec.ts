import type { LogLine } from '../../support/application';
import { rawRequest } from '../../support/raw-request';
import { digestOf, expect, failedToLoad, mayPrint, shownReference, test } from './fixtures';
import { expectIsolation } from './isolation';

// The edge runtime, and pages that Next keeps.

test('a failure in the edge runtime has one digest, line and event, and a document without JavaScript', async ({
  request,
  withoutScripts,
  application,
  since,
}) => {
  const before = application.log.length;
  const response = await withoutScripts.goto('/failing/edge?secret=1');
  expect(response?.status()).toBe(500);
  await expect(withoutScripts.locator('html')).toHaveAttribute('lang', 'en');
  await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  const digest = await shownReference(withoutScripts, 'Digest');
  expect(response?.headers()['error-digest']).toBe(digest);
  // The digest that a library wrote stays beside the event id.
  const ofLibrary = await digestOf(request, '/failing/edge?digest=sha256%3A2cf24dba');
  expect(await (await request.get('/failing/edge?kept=sha256%3A2cf24dba')).text()).toContain('<p>sha256:2cf24dba</p>');

  expect((await since()).events.toSorted()).toEqual([digest, ofLibrary].toSorted());
  const line = { msg: 'request failed', level: 'error', path: '/failing/edge' };
  const error = { message: 'Failing: a Server Component threw in the edge runtime.' };
  expect(application.log.slice(before).filter(({ path }) => path === '/failing/edge')).toMatchObject(
    [digest, ofLibrary].map((id) => ({ ...line, error, digest: id })),
  );
});

test('a failed edge handler is a problem for a program, and a document for a browser', async ({
  request,
  page,
  application,
}) => {
  for (const what of ['error', 'string']) {
    const response = await request.post(`/failing/edge/answers?what=${what}`);
    expect(response.status()).toBe(500);
    const problem = await response.json();
    expect(problem).toMatchObject({ status: 500, digest: response.headers()['error-digest'] });
    await application.waitForLog(({ digest }) => digest === problem.digest);
  }
  mayPrint(page, failedToLoad(500));
  const opened = await page.goto('/failing/edge/answers?what=error');
  const digest = await shownReference(page, 'Digest');
  expect(opened?.headers()['error-digest']).toBe(digest);
  await application.waitForLog((line) => line.digest === digest);
});

test('a kept page is a document without JavaScript, and requests that wait for one render all have its digest', async ({
  application,
  withoutScripts,
  request,
}) => {
  for (const [slug, status, heading] of [
    ['broken', 500, 'Something went wrong'],
    ['missing', 404, 'Page not found'],
    ['forbidden', 403, 'You may not see this page'],
  ] as const) {
    for (const state of ['rendered', 'kept']) {
      const path = `/failing/cached-pages/${slug}`;
      const { headers, body } = await rawRequest(application.url, { path });
      expect(Number(headers['content-length']), `${path}, ${state}`).toBe(body.length);
      const response = await withoutScripts.goto(path);
      expect(response?.status()).toBe(status);
      await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(withoutScripts.locator('main')).toHaveCount(1);
      const digest = response?.headers()['error-digest'];
      if (status !== 500) expect(digest).toBeUndefined();
      else expect(await shownReference(withoutScripts, 'Digest')).toBe(digest);
    }
  }
  const path = '/failing/cached-pages/broken-for-all';
  const responses = await Promise.all(Array.from({ length: 5 }, () => request.get(path)));
  const digests = responses.map((response) => response.headers()['error-digest']);
  expect(new Set(digests).size).toBe(1);
  expect(digests[0]).toMatch(/^[0-9a-f]{32}$/);
  for (const response of responses) expect(await response.text()).toContain(`Digest: ${digests[0]}`);
  await application.waitForLog(({ digest }) => digest === digests[0]);
});

// What a handler throws is reported by the server process, the rest by the edge runtime. Each has a start of its own.
const thrown = { msg: 'request failed', routeType: 'route', startedIn: 'nodejs' };
const later = { msg: 'request failed', routeType: 'after', startedIn: 'edge' };
const caught = { msg: 'error reported', startedIn: 'edge' };

test('an edge handler has one line and one event by its route', async ({ request, application, ingest }) => {
  for (const { what, message, startedIn, ...expected } of [
    { what: 'throw', message: 'Failing: a handler in the edge runtime.', ...thrown },
    { what: 'after', message: 'Failing: after the response of an edge handler.', ...later },
    { what: 'capture', message: 'Failing: captured in the edge.', ...caught },
    { what: 'report', message: 'Failing: caught in the edge.', ...caught },
  ]) {
    await request.get(`/failing/edge/handler/7?what=${what}`, { headers: { 'X-Request-Id': 'request-7' } });
    const event = await ingest.waitForEvent(({ exception }) => exception?.values[0]?.value === message);
    expect(event).toMatchObject({ transaction: 'GET /failing/edge/handler/[id]', tags: { set_at_start: startedIn } });
    await application.waitForLog(({ digest }) => digest === event.event_id);
    const route = { method: 'GET', path: '/failing/edge/handler/7', route: '/failing/edge/handler/[id]' };
    const isIt = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message === message;
    const line = { ...expected, ...route, requestId: 'request-7', digest: event.event_id };
    expect(application.log.filter(isIt)).toMatchObject([line]);
  }
  const response = await request.get('/failing/edge/handler/7?what=report-and-throw');
  const digest = response.headers()['error-digest'] ?? '';
  await application.waitForLog((line) => line.digest === digest && line.msg === 'request failed');
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  const lines = application.log.filter((line) => line.digest === digest || line.event === digest);
  expect(
    lines.map(({ msg, notCaptured }) => [msg, notCaptured]),
    'one that is reported and then thrown',
  ).toEqual([
    ['error reported', undefined],
    ['request failed', undefined],
  ]);
});

test('what 60 interleaved requests of the edge set is on their own events only', async ({ application, ingest }) => {
  await expectIsolation(application.url, ingest, ['/failing/edge/isolation'], 'edge');
});

test('pages of the edge runtime hydrate at every visit and after a navigation, without a violation', async ({
  page,
  violations,
}) => {
  for (const path of ['/failing/edge/hydrates', '/failing/edge-of-pages']) {
    for (const visit of ['first', 'second']) {
      await page.goto(path);
      await expect(page.getByRole('status'), `${path}, ${visit}`).toHaveText('hydrated');
    }
  }
  await page.goto('/failing/edge/hydrates');
  await page.getByRole('link', { name: 'Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('second');
  await expect(page.getByRole('status')).toHaveText('hydrated');
  expect(violations).toEqual([]);
});
