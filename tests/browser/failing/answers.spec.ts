import { rawRequest } from '../../support/raw-request';
import { expect, expectReported, shownReference, test } from './fixtures';

const bodyHeaders = ['content-security-policy', 'content-disposition', 'content-range', 'transfer-encoding', 'trailer'];

const handlers = {
  'a route handler': '/failing/answers?what=error',
  'a route handler that throws a string': '/failing/answers?what=string',
  'a cached route handler': '/failing/cached-answers/error',
  'an edge route handler': '/failing/edge/answers?what=error',
  'an API route': '/api/failing/answers?what=error',
  'an API route with headers for another body': '/api/failing/answers?what=headers',
  'a proxy': '/failing/proxy?throw',
  'sitemap.ts': '/failing/places/sitemap.xml',
};

test('a failed handler is a problem or a document, with its digest', async ({ application, page, since }) => {
  const digests: string[] = [];
  for (const [what, path] of Object.entries(handlers)) {
    const { status, headers, body } = await rawRequest(application.url, { path });
    expect(status, what).toBe(500);
    expect(headers, what).toMatchObject({
      ...{ 'content-type': 'application/problem+json', 'content-length': String(body.length) },
      ...{ 'cache-control': 'private, no-store', 'content-language': 'en', 'x-content-type-options': 'nosniff' },
    });
    for (const name of bodyHeaders) expect(headers, what).not.toHaveProperty(name);
    const digest = String(headers['error-digest']);
    const problem = { type: 'about:blank', title: 'Internal Server Error', status, digest };
    expect(JSON.parse(body.toString()), what).toEqual({ ...problem, instance: `/monitoring?event=${digest}` });

    const response = await page.goto(path);
    expect(response?.status(), what).toBe(500);
    await expect(page.locator('html'), what).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 }), what).toHaveText('Something went wrong');
    await expect(page.getByText('Application error: a server-side exception has occurred'), what).toBeVisible();
    const shown = await shownReference(page, 'Digest');
    expect(response?.headers()['error-digest'], what).toBe(shown);
    digests.push(digest, shown);
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
  await expectReported(since, digests);
  const { body } = await rawRequest(application.url, { path: `/monitoring?event=${digests[0]}` });
  expect(JSON.parse(body.toString()), 'what the instance says').toMatchObject({ event: digests[0], state: 'sent' });
});

test('failures at the same time have each their own digest', async ({ application }) => {
  const ask = async (_: unknown, index: number) => {
    const path = `${index % 2 ? '' : '/api'}/failing/answers?what=same-time-${index}`;
    const { headers, body } = await rawRequest(application.url, { path });
    const { digest } = JSON.parse(body.toString()) as { digest: string };
    expect(headers['error-digest']).toBe(digest);
    const { error } = await application.waitForLog((line) => line.digest === digest);
    expect(error).toMatchObject({ message: `Failing: a handler threw (same-time-${index}).` });
  };
  await Promise.all(Array.from({ length: 40 }, ask));
});

test('what a handler sent stays as it is', async ({ application, request, since }) => {
  for (const path of ['/failing/answers', '/api/failing/answers']) {
    for (const Accept of ['*/*', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']) {
      const response = await rawRequest(application.url, { path: `${path}?what=returned`, headers: { Accept } });
      expect([response.status, response.body.toString()]).toEqual([500, '{"own":"failure"}']);
      expect(response.headers).not.toHaveProperty('error-digest');
    }
  }
  expect(await since(), 'it is not a failure').toEqual({ events: [], failures: [] });
  const response = await fetch(`${application.url}/api/failing/answers?what=partly`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv']);
  expect(response.headers.has('error-digest')).toBe(false);
  await response.text().catch(() => {}); // The rest may be cut off: the connection is all that can say so.
  await request.get('/'); // The server goes on.
  await application.waitForLog(({ path, msg }) => msg === 'request failed' && path === '/api/failing/answers');
});

test('a body that Next cannot read for an API route is a problem without digest', async ({ application, since }) => {
  const path = '/api/failing/answers';
  for (const [body, status] of [
    ['{', 400],
    [JSON.stringify('x'.repeat(1024 * 1024)), 413],
  ] as const) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await rawRequest(application.url, { path, method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({ 'content-type': 'application/problem+json' });
    expect(response.headers).not.toHaveProperty('error-digest');
    expect(JSON.parse(response.body.toString())).toEqual({ type: 'about:blank', title: expect.any(String), status });
  }
  expect(await since()).toEqual({ events: [], failures: [] });
});

test('a stream that breaks is cut off, with one event at most', async ({ application, reported, since }) => {
  const leaving = new AbortController();
  const left = await fetch(`${application.url}/failing/places/broken-stream?endless`, { signal: leaving.signal });
  await left.body?.getReader().read();
  leaving.abort();

  const response = await fetch(`${application.url}/failing/places/broken-stream`);
  expect([response.status, response.headers.has('error-digest')]).toEqual([200, false]);
  await expect(response.text()).rejects.toThrow('terminated');
  const { events, failures } = await since();
  const message = 'Failing: the stream of a route handler broke.';
  expect(failures).toMatchObject([{ digest: events[0], error: { message } }]);
  expect(events).toHaveLength(1);
  expect((await reported(events[0])).event.exception?.values.at(-1)?.value).toBe(message);
});
