import { expect, sampleError } from './fixtures';
import { digestsIn, testOf } from './failing-routes';

const test = testOf('development');
test.describe.configure({ mode: 'default', timeout: 120_000 }); // The development server compiles what is asked for.

for (const { path, status } of [
  { path: '/sentry-example-page?fail=server-render', status: 500 },
  { path: '/sentry-example-page?fail=server-stream', status: 200 },
  { path: '/failing/throws?what=string', status: 500 },
  { path: '/failing/cached', status: 500 },
  { path: '/failing/digests?way=field&value=buffer', status: 500 },
]) {
  test(`under the development server ${path} has one digest, one line and one event`, async ({
    request,
    ingest,
    application,
  }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(status);
    const [digest] = await digestsIn(response);
    await ingest.waitForEvent(({ event_id }) => event_id === digest);
    expect(application.log.filter((line) => line.digest === digest)).toMatchObject([{ msg: 'request failed' }]);
  });
}

test('under the development server a throw in proxy.ts has one line and one event', async ({
  request,
  ingest,
  application,
}) => {
  const before = application.log.length;
  expect((await request.get('/failing/proxy?throw')).status()).toBe(500);
  const { digest } = await application.waitForLog(({ path }) => path === '/failing/proxy');
  await ingest.waitForEvent(({ event_id }) => event_id === digest);
  expect(application.log.slice(before)).toMatchObject([{ msg: 'request failed', digest }]);
});

test('under the development server the interrupts keep their statuses and are not logged', async ({
  page,
  request,
  application,
  expectedOnConsole,
}) => {
  expectedOnConsole.push(sampleError);
  const before = application.log.length;
  for (const [kind, status] of [
    ['not-found', 404],
    ['forbidden', 403],
    ['unauthorized', 401],
  ]) {
    expect((await request.get(`/sentry-example-page?fail=${kind}`)).status()).toBe(status);
  }
  await page.goto('/sentry-example-page');
  expect(application.log.slice(before)).toEqual([]);
});

test('under the development server what is fetched in advance is answered with 503', async ({ request }) => {
  const headers = { 'Sec-Purpose': 'prefetch' };
  expect((await request.get('/sentry-example-page?fail=server-render', { headers })).status()).toBe(503);
});

test('the development server sends no content security policy, for its scripts need what ours forbids', async ({
  request,
}) => {
  for (const path of ['/', '/sentry-example-page']) {
    expect((await request.get(path)).headers()).not.toHaveProperty('content-security-policy');
  }
});
