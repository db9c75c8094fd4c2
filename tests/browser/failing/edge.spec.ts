import type { LogLine } from '../../support/application';
import { rawRequest } from '../../support/raw-request';
import { digestOf, expect, shownReference, test } from './fixtures';

test('a failure in the edge runtime has one digest', async ({ request, withoutScripts, application, since }) => {
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

test('requests that wait for one render all have its digest', async ({ application, withoutScripts, request }) => {
  for (const [slug, status, heading] of [
    ['broken', 500, 'Something went wrong'],
    ['missing', 404, 'Page not found'],
    ['forbidden', 403, 'You do not have access to this page'],
  ] as const) {
    const path = `/failing/cached-pages/${slug}`;
    for (const state of ['rendered', 'kept']) {
      const { headers, body } = await rawRequest(application.url, { path });
      expect(Number(headers['content-length']), `${path}, ${state}`).toBe(body.length);
      expect((await withoutScripts.goto(path))?.status()).toBe(status);
      await expect(withoutScripts.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(withoutScripts.locator('main')).toHaveCount(1);
    }
  }
  const path = '/failing/cached-pages/broken-for-all';
  const responses = await Promise.all(Array.from({ length: 5 }, () => request.get(path)));
  const [digest, ...others] = new Set(responses.map((response) => response.headers()['error-digest']));
  expect(others).toEqual([]);
  for (const response of responses) expect(await response.text()).toContain(`Digest: ${digest}`);
  await application.waitForLog((line) => line.digest === digest);
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
  const id = response.headers()['error-digest'];
  const { tags, extra } = await ingest.waitForEvent(({ event_id }) => event_id === id);
  expect({ tags, extra }, 'the options of the team').toMatchObject({
    tags: { team: 'edge' },
    extra: { changed: 'password=[masked]' },
  });
  await application.waitForLog(({ digest, msg }) => digest === id && msg === 'request failed');
  const lines = application.log.filter(({ digest, event }) => digest === id || event === id);
  expect(lines.map(({ msg, notCaptured }) => [msg, notCaptured])).toEqual([
    ['error reported', undefined],
    ['request failed', undefined],
  ]);
});

test('pages of the edge runtime hydrate at visits and after a navigation', async ({ page, violations }) => {
  for (const path of ['/failing/edge-of-pages', '/failing/edge/hydrates']) {
    await page.goto(path);
    await expect(page.getByRole('status'), path).toHaveText('hydrated');
  }
  await page.getByRole('link', { name: 'Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('second');
  await expect(page.getByRole('status')).toHaveText('hydrated');
  expect(violations).toEqual([]);
});
