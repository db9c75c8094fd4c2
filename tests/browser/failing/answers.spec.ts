import { rawRequest, type RawRequest } from '../../support/raw-request';
import { expect, expectReported, shownReference, test } from './fixtures';

// What a program and a browser get when a handler fails. tests/unit/responses/failed-responses.test.ts has every `Accept` and body.

const fromBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const problem = { type: 'about:blank', title: 'Internal Server Error', status: 500 };
const ofOtherBodies = [
  'content-security-policy',
  'content-disposition',
  'content-range',
  'transfer-encoding',
  'trailer',
];

const handlers = [
  { what: 'a route handler', path: '/failing/answers?what=error', method: 'POST' },
  { what: 'a route handler that throws a string', path: '/failing/answers?what=string' },
  { what: 'a cached route handler', path: '/failing/cached-answers/error' },
  { what: 'an API route', path: '/api/failing/answers?what=error', method: 'POST' },
  { what: 'an API route with headers for another body', path: '/api/failing/answers?what=headers' },
  { what: 'a proxy', path: '/failing/proxy?throw' },
  { what: 'sitemap.ts', path: '/failing/places/sitemap.xml' },
  { what: 'opengraph-image.tsx', path: '/failing/places/image/opengraph-image' },
];

test('a program gets a problem with the digest of header, log line and event', async ({ application, since }) => {
  const digests: string[] = [];
  for (const { what, ...request } of handlers) {
    await test.step(what, async () => {
      const { status, headers, body } = await ask(application.url, request);
      expect(status).toBe(500);
      expect(headers).toMatchObject({
        'content-type': 'application/problem+json',
        'content-length': String(body.length),
        'cache-control': 'private, no-store',
        'content-language': 'en',
        'x-content-type-options': 'nosniff',
      });
      for (const name of ofOtherBodies) expect(headers).not.toHaveProperty(name);
      const digest = String(headers['error-digest']);
      expect(JSON.parse(body.toString())).toEqual({ ...problem, instance: `/monitoring?event=${digest}`, digest });
      digests.push(digest);
    });
  }
  await expectReported(since, digests);
  const { body } = await ask(application.url, { path: `/monitoring?event=${digests[0]}` });
  expect(JSON.parse(body.toString()), 'what the instance says').toMatchObject({ event: digests[0], state: 'sent' });
});

test('a browser that opens what fails gets a document with the digest', async ({ page, since }) => {
  const digests: string[] = [];
  for (const { what, path } of handlers) {
    await test.step(what, async () => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(500);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
      await expect(page.getByText('Application error: a server-side exception has occurred')).toBeVisible();
      const digest = await shownReference(page, 'Digest');
      expect(response?.headers()['error-digest']).toBe(digest);
      digests.push(digest);
    });
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
  await expectReported(since, digests);
});

test('failures at the same time have each their own digest', async ({ application }) => {
  const digests = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const path = `${index % 2 ? '' : '/api'}/failing/answers?what=same-time-${index}`;
      const { headers, body } = await ask(application.url, { path });
      expect(JSON.parse(body.toString())).toMatchObject({ digest: headers['error-digest'] });
      return headers['error-digest'];
    }),
  );
  for (const [index, digest] of digests.entries()) {
    const { error } = await application.waitForLog((line) => line.digest === digest);
    expect(error).toMatchObject({ message: `Failing: a handler threw (same-time-${index}).` });
  }
});

test('what a handler sent stays as it is', async ({ application, request, since }) => {
  const paths = ['/failing/answers', '/api/failing/answers'];
  for (const path of paths) {
    for (const accept of ['*/*', fromBrowser]) {
      const { status, headers, body } = await ask(application.url, { path: `${path}?what=returned`, accept });
      expect([status, body.toString()]).toEqual([500, '{"own":"failure"}']);
      expect(headers).not.toHaveProperty('error-digest');
    }
  }
  expect(await since(), 'it is not a failure').toEqual({ events: [], failures: [] });

  for (const path of paths) {
    const response = await fetch(`${application.url}${path}?what=partly`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(response.headers.has('error-digest')).toBe(false);
    await response.text().catch(() => {}); // The rest may be cut off: the connection is all that can say so.
    await request.get('/'); // The server goes on.
    await application.waitForLog(({ path: failed, msg }) => msg === 'request failed' && failed === path);
  }
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

function ask(url: string, { accept, ...request }: RawRequest & { accept?: string }) {
  return rawRequest(url, { ...request, headers: accept === undefined ? {} : { Accept: accept } });
}
