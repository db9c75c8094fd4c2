import { rawRequest } from '../support/raw-request';
import { expect, failedToLoad, shownReference } from './fixtures';
import { builtTest as test, digestsIn } from './failing-routes';
import { expectIsolation } from './failing-routes-team';

// Declared by failing-routes.spec.ts before its own, so that the log is empty when the first of them starts.

test('a failure in the edge runtime has one digest in the document, one line and one event', async ({
  request,
  application,
  ingest,
}) => {
  const response = await request.get('/failing/edge?secret=1');
  expect(response.status()).toBe(500);
  const [digest] = await digestsIn(response);
  const event = await ingest.waitForEvent(({ event_id }) => event_id === digest);
  expect(event.exception?.values[0]?.value).toBe('Failing: a Server Component threw in the edge runtime.');
  await application.waitForLog((line) => line.digest === digest);
  expect(application.log).toMatchObject([{ msg: 'request failed', level: 'error', digest, path: '/failing/edge' }]);

  const [next] = await digestsIn(await request.get('/failing/edge'));
  await ingest.waitForEvent(({ event_id }) => event_id === next);
  expect(ingest.arrivals.map(({ event }) => event?.event_id)).toEqual([digest, next]);
});

test('the digest that a library wrote in the edge runtime stays its own, and screen, log line and event have one event id', async ({
  request,
  application,
  ingest,
}) => {
  const response = await request.get('/failing/edge?digest=sha256%3A2cf24dba');
  const [digest, ...more] = await digestsIn(response);
  expect(more).toEqual([]);
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  await application.waitForLog((line) => line.digest === digest);
  expect(await (await request.get('/failing/edge?kept=sha256%3A2cf24dba')).text()).toContain('<p>sha256:2cf24dba</p>');
});

test('a page of the edge runtime is a document without JavaScript, with the digest in its header', async ({
  withoutScripts,
  application,
}) => {
  const response = await withoutScripts.goto('/failing/edge');
  expect(response?.status()).toBe(500);
  await expect(withoutScripts.locator('html')).toHaveAttribute('lang', 'en');
  await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  const digest = await shownReference(withoutScripts, 'Digest');
  expect(response?.headers()['error-digest']).toBe(digest);
  await application.waitForLog((line) => line.digest === digest);
});

test('a handler of the edge runtime that fails responds with a problem to a program, and with a document to a browser', async ({
  request,
  page,
  application,
  expectedOnConsole,
}) => {
  for (const what of ['error', 'string']) {
    const response = await request.post(`/failing/edge/answers?what=${what}`);
    expect(response.status()).toBe(500);
    const problem = await response.json();
    expect(problem).toMatchObject({ status: 500, digest: response.headers()['error-digest'] });
    await application.waitForLog(({ digest }) => digest === problem.digest);
  }
  expectedOnConsole.push(failedToLoad(500));
  const opened = await page.goto('/failing/edge/answers?what=error');
  const digest = await shownReference(page, 'Digest');
  expect(opened?.headers()['error-digest']).toBe(digest);
  await application.waitForLog((line) => line.digest === digest);
});

for (const { slug, status, heading } of [
  { slug: 'broken', status: 500, heading: 'Something went wrong' },
  { slug: 'missing', status: 404, heading: 'Page not found' },
  { slug: 'forbidden', status: 403, heading: 'You may not see this page' },
]) {
  test(`a page that is rendered once and kept is a document without JavaScript: ${status}`, async ({
    application,
    withoutScripts,
  }) => {
    for (const state of ['rendered', 'kept']) {
      const path = `/failing/cached-pages/${slug}`;
      const { headers, body } = await rawRequest(application.url, { path });
      expect(Number(headers['content-length']), state).toBe(body.length);
      const head = await rawRequest(application.url, { path, method: 'HEAD' });
      expect([undefined, String(body.length)]).toContain(head.headers['content-length']);
      const response = await withoutScripts.goto(path);
      expect(response?.status()).toBe(status);
      await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(withoutScripts.locator('main')).toHaveCount(1);
      const digest = response?.headers()['error-digest'];
      if (status !== 500) expect(digest).toBeUndefined();
      else expect(await shownReference(withoutScripts, 'Digest')).toBe(digest);
    }
  });
}

test('requests that wait for one render which fails all have its digest, in header and document', async ({
  request,
  application,
}) => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => request.get('/failing/cached-pages/broken-for-all')),
  );
  const digests = responses.map((response) => response.headers()['error-digest']);
  expect(new Set(digests).size).toBe(1);
  expect(digests[0]).toMatch(/^[0-9a-f]{32}$/);
  for (const response of responses) expect(await response.text()).toContain(`Digest: ${digests[0]}`);
  await application.waitForLog(({ digest }) => digest === digests[0]);
});

// What a handler throws is reported by the server process, the rest by the edge runtime. Each has a start of its own.
for (const { what, message, startedIn = 'edge', ...expected } of [
  {
    what: 'throw',
    message: 'Failing: a handler in the edge runtime.',
    msg: 'request failed',
    routeType: 'route',
    startedIn: 'nodejs',
  },
  {
    what: 'after',
    message: 'Failing: after the response of an edge handler.',
    msg: 'request failed',
    routeType: 'after',
  },
  { what: 'capture', message: 'Failing: captured in the edge.', msg: 'error reported' },
  { what: 'report', message: 'Failing: caught in the edge.', msg: 'error reported' },
]) {
  test(`a handler in the edge runtime has one line and one event, named by its route: ${what}`, async ({
    request,
    application,
    ingest,
  }) => {
    await request.get(`/failing/edge/handler/7?what=${what}`, { headers: { 'X-Request-Id': 'request-7' } });
    const event = await ingest.waitForEvent(({ exception }) => exception?.values[0]?.value === message);
    expect(event).toMatchObject({ transaction: 'GET /failing/edge/handler/[id]', tags: { set_at_start: startedIn } });
    await application.waitForLog(({ digest }) => digest === event.event_id);
    const route = { method: 'GET', path: '/failing/edge/handler/7', route: '/failing/edge/handler/[id]' };
    const lines = application.log.filter(
      ({ error }) => (error as { message?: string } | undefined)?.message === message,
    );
    expect(lines).toMatchObject([{ ...expected, ...route, requestId: 'request-7', digest: event.event_id }]);
  });
}

test('an error that a handler in the edge runtime reports and then throws is one event', async ({
  request,
  application,
  ingest,
}) => {
  const response = await request.get('/failing/edge/handler/7?what=report-and-throw');
  const digest = response.headers()['error-digest'] ?? '';
  await application.waitForLog((line) => line.digest === digest && line.msg === 'request failed');
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  await request.get('/failing/edge/handler/7?what=throw');
  await application.waitForLog((line) => line.msg === 'request failed' && line.digest !== digest);
  const lines = application.log.filter((line) => line.digest === digest || line.event === digest);
  expect(lines.map(({ msg, notCaptured }) => [msg, notCaptured])).toEqual([
    ['error reported', undefined],
    ['request failed', undefined],
  ]);
});

for (const path of ['/failing/edge/isolation', '/api/failing/edge/isolation']) {
  test(`what 60 interleaved requests of the edge runtime set is on their own events, and on no other: ${path}`, async ({
    application,
    ingest,
  }) => {
    await expectIsolation(application.url, ingest, [path], 'edge');
  });
}

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

test('what a handler of the edge runtime responds is sent as it is', async ({ request }) => {
  const response = await request.get('/failing/edge/handler/7');
  expect([response.status(), await response.json()]).toEqual([200, { runtime: 'edge' }]);
  expect(response.headers()).toMatchObject({
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
});
