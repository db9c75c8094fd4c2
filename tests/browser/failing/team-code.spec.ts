import type { APIRequestContext } from 'playwright/test';
import type { LogLine } from '../../support/application';
import type { ReceivedEvent } from '../../support/fake-ingest';
import { digestOf, expect, test } from './fixtures';

const messageOf = (event: ReceivedEvent) => event.exception?.values.at(-1)?.value ?? event.message;
const saysOf = ({ error }: LogLine) => (error as { message?: string } | undefined)?.message;
const post = async (request: APIRequestContext, path: string) => (await request.post(path)).json() as Promise<string>;
const get = async (request: APIRequestContext, path: string) => (await request.get(path)).json() as Promise<string>;
const report = (request: APIRequestContext, what: string) => get(request, `/failing/caught?what=${what}`);

const ofProxy = { route: '/proxy', transaction: 'middleware GET' };
const afterResponse: { path: string; says: string; route?: string; transaction?: string }[] = [
  { path: '/failing/after?what=a page', says: 'after the response of a page' },
  { path: '/failing/after/handler?what=a handler', says: 'after the response of a handler' },
  { path: '/failing/after?what=a promise', says: 'after the response of a promise' },
  { path: '/failing/after/handler?what=string', says: 'a string after the response' },
  { path: '/failing/after?what=nested', says: 'after the response of nested' },
  { path: '/failing/proxy?after', says: 'the proxy threw after the response', ...ofProxy },
];

test('a throw in after() is one line and one event, redirect() is none', async ({ request, application, reported }) => {
  const before = application.log.length;
  const lines = (message: string) => application.log.slice(before).filter((entry) => saysOf(entry) === message);
  for (const { path, says, ...named } of afterResponse) {
    await request.get(path, { headers: { 'X-Request-Id': 'request-7' } });
    const [message, asked] = [`Failing: ${says}.`, path.replace(/\?.*/, '')];
    const { route = asked, transaction = `GET ${asked}` } = named;
    await expect.poll(() => lines(message).length, path).toBe(1);
    const { line, event } = await reported(lines(message)[0]?.digest);
    const where = { method: 'GET', path: asked, route, routeType: 'after', requestId: 'request-7' };
    expect(line).toMatchObject({ msg: 'request failed', ...where });
    expect(event).toMatchObject({ transaction, tags: { route, route_type: 'after' } });
    expect(messageOf(event)).toBe(message);
  }
  const since = application.log.length;
  for (const what of ['redirect', 'not-found']) await request.get(`/failing/after?what=${what}`);
  const id = await post(request, '/failing/after/handler');
  await reported(id);
  expect(application.log.slice(since).map(({ digest }) => digest)).toEqual([id]);
  for (const { says } of afterResponse) expect(lines(`Failing: ${says}.`)).toHaveLength(1);
});

test('line, event and failed response have the ids of the request', async ({ request, application, reported }) => {
  const [traceId, parent] = ['a'.repeat(32), 'b'.repeat(16)];
  const ids = { 'x-request-id': 'request-8', traceparent: `00-${traceId}-${parent}-01` };
  const failing = ['/failing/throws?what=string', '/failing/answers', '/api/failing/throws/7'];
  const headersOf = async (path: string, headers = {}) => (await request.get(path, { headers })).headers();
  for (const path of failing) expect(await headersOf(path, ids), path).toMatchObject(ids);
  const { digest } = await application.waitForLog(({ requestId }) => requestId === 'request-8');
  expect((await reported(digest)).event).toMatchObject({
    tags: { request_id: 'request-8' },
    contexts: { trace: { trace_id: traceId, parent_span_id: parent } },
  });
  for (const [path, sent] of [...failing.map((path) => [path, {}] as const), ['/', ids], ['/icon.svg', ids]] as const)
    for (const name of Object.keys(ids)) expect(await headersOf(path, sent), path).not.toHaveProperty(name);
});

test('a caught error is one line and one event, under the id that the code got', async ({ request, reported }) => {
  for (const { what, type = 'Error', message } of [
    { what: 'reported', message: 'Failing: caught, reported.' },
    { what: 'reported-string', type: 'string', message: 'Failing: caught, a string.' },
    { what: 'exception', message: 'Failing: captured, password=[masked]' },
  ]) {
    const id = await report(request, `${what}&secret=1`);
    const { line, event } = await reported(id);
    expect(event).toMatchObject({
      transaction: 'GET /failing/caught',
      request: { method: 'GET', url: '/failing/caught' },
      tags: { route: '/failing/caught', digest: id, set_at_start: 'nodejs' },
      exception: { values: [{ value: message, mechanism: { handled: true } }] },
    });
    const where = { method: 'GET', path: '/failing/caught', route: '/failing/caught' };
    expect(line).toMatchObject({ level: 'error', msg: 'error reported', ...where, error: { type, message } });
  }
  const { event } = await reported(await report(request, 'exception-with-tags'));
  const tags = { of_scope: 'yes', of_call: 'yes', route: '/failing/caught' };
  expect(event, 'as its scope was at the call').toMatchObject({ tags, user: { id: '7' } });
  expect(event.user).not.toHaveProperty('ip_address');
});

test('one error object is one event in a request, and another in the next', async ({ request, ingest, reported }) => {
  const once = async (id = '') => {
    await ingest.waitForEvent(({ event_id }) => event_id === id);
    await reported(await report(request, 'reported')); // Its line and event come behind all of theirs.
    expect(ingest.arrivals.filter(({ event }) => event?.event_id === id)).toHaveLength(1);
  };
  for (const what of ['reported-same', 'reported-same', 'reported-twice']) await once(await report(request, what));
  for (const by of ['sdk', 'report']) {
    const digest = await digestOf(request, `/failing/caught/rendered?by=${by}`);
    const event = await ingest.waitForEvent(({ event_id }) => event_id === digest);
    expect(messageOf(event)).toBe(`Failing: caught by ${by} and thrown again.`);
    const ofHandler = (await request.post(`/failing/caught?by=${by}`)).headers()['error-digest'];
    for (const id of [digest, ofHandler]) {
      await once(id);
      expect((await reported(id)).line).toMatchObject({ msg: 'error reported' });
    }
  }
});

test('what a team gives to the SDK arrives under its id', async ({ request, application, ingest, reported }) => {
  const { line, event } = await reported(await report(request, 'message'));
  expect(event).toMatchObject({
    message: 'Failing: a message, password=[masked]',
    level: 'warning',
    transaction: 'GET /failing/caught',
  });
  expect(line).toMatchObject({ level: 'warn', msg: 'event reported' });
  expect((await reported(await report(request, 'event'))).event).toMatchObject({ message: 'Failing: an event.' });
  const feedback = await report(request, 'feedback');
  await application.waitForLog(({ digest }) => digest === feedback);
  await reported(await report(request, 'reported'));
  const arrival = ingest.arrivals.find(({ header }) => header.event_id === feedback);
  const message = 'Failing: a feedback, password=[masked]';
  expect(arrival?.feedback).toMatchObject({ message, contact_email: 'jo@example.org' });
});

for (const [runtime, paths] of [
  ['nodejs', ['/failing/isolation', '/failing/isolation/page-too']],
  ['edge', ['/failing/edge/isolation']],
] as const) {
  test(`what 60 interleaved requests set is on their own events only (${runtime})`, async ({ request, ingest }) => {
    const many = 60;
    // Step by step together they set what the SDK keeps, and fail in their own ways.
    const run = (id: string, how: string | undefined, together: number, path: string = paths[0]) =>
      request.get(`${path}?id=${id}&how=${how}&many=${together}`);
    const ways = ['throw', 'capture', 'nothing'];
    const requests = Array.from({ length: many }, (_, index) => ({ id: `${runtime}-${index}`, how: ways[index % 3] }));
    await Promise.all(requests.map(({ id, how }, index) => run(id, how, many, paths[index % paths.length])));
    const eventOf = (id: string) => ingest.waitForEvent((event) => messageOf(event) === `Failing: request ${id}`);
    const onlyTags = ({ tags }: ReceivedEvent) => Object.keys(tags ?? {}).filter((name) => name.startsWith('only_'));
    for (const { id } of requests.filter(({ how }) => how !== 'nothing')) {
      const event = await eventOf(id);
      expect(event.tags).toMatchObject({ of_request: id, [`only_${id}`]: 'yes', set_at_start: runtime });
      expect(onlyTags(event)).toEqual([`only_${id}`]);
      const set = { extra: { extra: id }, contexts: { own: { id } }, user: { id }, breadcrumbs: [{ message: id }] };
      expect(event).toMatchObject(set);
    }
    await run(`${runtime}-later`, 'capture', 1);
    expect(onlyTags(await eventOf(`${runtime}-later`))).toEqual([`only_${runtime}-later`]);
    if (runtime === 'edge') return;
    const id = await post(request, '/failing/isolation'); // It sets nothing.
    const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
    expect(event.tags).toEqual({ digest: id, route: '/failing/isolation', set_at_start: runtime });
    for (const field of ['extra', 'user', 'breadcrumbs']) expect(event[field]).toBeUndefined();
    expect(event.contexts).not.toHaveProperty('own');
  });
}

for (const TEAM_INIT of ['before', 'after']) {
  test(`a team’s Sentry.init (${TEAM_INIT} ours) gets its own calls`, async ({ ingest, service, start, request }) => {
    const { url, waitForLog, log } = await start({ SENTRY_DSN: ingest.dsn, TEAM_DSN: service.dsn, TEAM_INIT });
    const ofTeam = await get(request, `${url}/failing/caught?what=exception`);
    const sentByTeam = await service.waitForEvent(({ event_id }) => event_id === ofTeam);
    expect(sentByTeam).toMatchObject({ environment: 'of-the-team' });

    const digest = await digestOf(request, `${url}/failing/throws?what=rethrown`);
    await ingest.waitForEvent(({ event_id }) => event_id === digest);

    const again = await digestOf(request, `${url}/failing/caught/rendered?by=sdk`);
    const line = await waitForLog((entry) => entry.digest === again);
    const notCaptured = { message: 'the SDK has captured it already' };
    expect(line).toMatchObject({ msg: 'request failed', notCaptured });
    await service.waitForEvent((event) => messageOf(event) === 'Failing: caught by sdk and thrown again.');
    expect(ingest.arrivals.filter(({ event }) => [again, ofTeam].includes(event?.event_id ?? ''))).toEqual([]);
    expect(log.filter(({ msg }) => msg === 'error reported')).toEqual([]);

    const message = `rejection, with an init ${TEAM_INIT} ours`;
    await request.post(`${url}/failing/process?message=${message}`);
    await waitForLog((entry) => entry.msg === 'process failed' && 'notCaptured' in entry);
    await service.waitForEvent((event) => messageOf(event) === message);
    expect(ingest.arrivals.filter(({ event }) => event && messageOf(event) === message)).toEqual([]);
  });
}
