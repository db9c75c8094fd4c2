import type { APIRequestContext } from 'playwright/test';
import type { LogLine } from '../support/application';
import type { ReceivedEvent } from '../support/fake-ingest';
import { startAgain, startAgainInVain } from '../support/failing-routes';
import { expect } from './fixtures';
import { digestOf, type testOf } from './failing-routes';

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

/** What a team's ordinary code does besides failing in a render or a handler, on the site of failing routes. */
export function testTeamCode(test: ReturnType<typeof testOf>): void {
  for (const { path, says, ...named } of afterResponse) {
    test(`a throw in after() is one line and one event: ${path}`, async ({ request, application, reported }) => {
      await request.get(path, { headers: { 'X-Request-Id': 'request-7' } });
      const [message, asked] = [`Failing: ${says}.`, path.replace(/\?.*/, '')];
      const { route = asked, transaction = `GET ${asked}` } = named;
      const { digest } = await application.waitForLog((entry) => saysOf(entry) === message);
      const { line, event } = await reported(digest);
      const where = { method: 'GET', path: asked, route, routeType: 'after', requestId: 'request-7' };
      expect(line).toMatchObject({ msg: 'request failed', ...where });
      expect(event).toMatchObject({ transaction, tags: { route, route_type: 'after' } });
      expect(messageOf(event)).toBe(message);
      expect(application.log.filter((entry) => saysOf(entry) === message)).toHaveLength(1);
    });
  }

  test('line, event and failed response have the ids of the request, and no other response has one', async ({
    request,
    application,
    reported,
  }) => {
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
    const without = [...failing.map((path) => [path] as const), ['/', ids] as const, ['/icon.svg', ids] as const];
    for (const [path, sent] of without) {
      const headers = await headersOf(path, sent);
      expect(headers, path).not.toHaveProperty('x-request-id');
      expect(headers, path).not.toHaveProperty('traceparent');
    }
  });

  test('redirect() and notFound() in after() are not failures, and an event has the id that its response named', async ({
    request,
    application,
    reported,
  }) => {
    for (const what of ['redirect', 'not-found']) await request.get(`/failing/after?what=${what}`);
    const since = application.log.length;
    const id = await post(request, '/failing/after/handler');
    await reported(id);
    expect(application.log.slice(since).map(({ digest }) => digest)).toEqual([id]);
    expect(application.output.stderr).toContain('NEXT_REDIRECT'); // Next prints it, and nobody reports it.
  });

  for (const { what, type = 'Error', message } of [
    { what: 'reported', message: 'Failing: caught, reported.' },
    { what: 'reported-string', type: 'string', message: 'Failing: caught, a string.' },
    { what: 'exception', message: 'Failing: captured, password=[masked]' },
  ]) {
    test(`a caught error is one line and one event: ${what}`, async ({ request, reported }) => {
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
    });
  }

  test('one error object is one event in a request, and another in the next', async ({ request, ingest }) => {
    for (const what of ['reported-same', 'reported-same', 'reported-twice']) {
      const ids = [await report(request, what), await report(request, 'reported')];
      for (const id of ids) await ingest.waitForEvent(({ event_id }) => event_id === id);
      expect(ingest.arrivals.filter(({ event }) => event?.event_id === ids[0])).toHaveLength(1);
    }
  });

  for (const by of ['sdk', 'report']) {
    test(`an error that is reported (${by}) and thrown again is one event, whose id is shown`, async ({
      request,
      ingest,
      reported,
    }) => {
      const digest = await digestOf(request, `/failing/caught/rendered?by=${by}`);
      const event = await ingest.waitForEvent(({ event_id }) => event_id === digest);
      expect(messageOf(event)).toBe(`Failing: caught by ${by} and thrown again.`);
      const ofHandler = (await request.post(`/failing/caught?by=${by}`)).headers()['error-digest'];
      await ingest.waitForEvent(({ event_id }) => event_id === ofHandler);
      await report(request, 'reported'); // Its line comes behind all of theirs.
      for (const id of [digest, ofHandler]) {
        expect((await reported(id)).line).toMatchObject({ msg: 'error reported' });
        expect(ingest.arrivals.filter((arrival) => arrival.event?.event_id === id)).toHaveLength(1);
      }
    });
  }

  test('what a team gives to the SDK besides errors arrives under the id that the SDK returned', async ({
    request,
    application,
    ingest,
    reported,
  }) => {
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

  test('a scope of a team is on its event as it was at the call', async ({ request, reported }) => {
    const { event } = await reported(await report(request, 'exception-with-tags'));
    const tags = { of_scope: 'yes', of_call: 'yes', route: '/failing/caught' };
    expect(event).toMatchObject({ tags, user: { id: '7' } });
    expect(event.user).not.toHaveProperty('ip_address');
  });

  test('what 60 interleaved requests set is on their own events only', async ({ request, application, ingest }) => {
    await expectIsolation(application.url, ingest, ['/failing/isolation', '/failing/isolation/page-too'], 'nodejs');
    const id = await post(request, '/failing/isolation');
    const event = await ingest.waitForEvent(({ event_id }) => event_id === id);
    expect(event.tags).toEqual({ digest: id, route: '/failing/isolation', set_at_start: 'nodejs' });
    for (const field of ['extra', 'user', 'breadcrumbs']) expect(event[field]).toBeUndefined();
    expect(event.contexts).not.toHaveProperty('own');
  });

  test('a register() that throws ends the server with 1, one line and one event', async ({ service, outboxDir }) => {
    const settings = { SENTRY_DSN: service.dsn, OUTBOX_DIR: outboxDir, FAILING_START: 'password=hunter2' };
    const { code, stdout, stderr } = await startAgainInVain('built', settings);
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    const [line] = lines.map((text) => JSON.parse(text) as LogLine);
    expect(lines).toHaveLength(1);
    expect(line).toMatchObject({ msg: 'process failed', origin: 'register', level: 'error' });
    expect(saysOf(line as LogLine)).toContain('Failing: register() threw, password=[masked]');
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('hunter2');
    expect((await service.waitForEvent(({ event_id }) => event_id === line?.digest)).transaction).toBe('register');
  });

  for (const TEAM_INIT of ['before', 'after']) {
    test(`a team's own Sentry.init (${TEAM_INIT} ours) gets its own calls, and each failure is one event`, async ({
      ingest,
      service,
      outboxDir,
      request,
    }) => {
      const settings = { SENTRY_DSN: ingest.dsn, TEAM_DSN: service.dsn, TEAM_INIT, OUTBOX_DIR: outboxDir };
      const { url, waitForLog, log, stop } = await startAgain('built', settings);
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
      await stop();
    });
  }
}

/** So that an event of one test is not found by another one. */
let isolationRuns = 0;

/** Lets requests of these paths set what the SDK keeps, step by step together, and fail in their own ways. */
export async function expectIsolation(
  url: string,
  ingest: { waitForEvent: (isIt: (event: ReceivedEvent) => boolean) => Promise<ReceivedEvent> },
  paths: string[],
  setAtStart: string,
): Promise<void> {
  const ways = ['throw', 'capture', 'nothing'];
  const many = 60;
  const run = (isolationRuns += 1);
  const requests = Array.from({ length: many }, (_, index) => ({
    id: `r${run}-${index}`,
    how: ways[index % ways.length] ?? '',
    path: paths[index % paths.length],
  }));
  await Promise.all(requests.map(({ id, how, path }) => fetch(`${url}${path}?id=${id}&how=${how}&many=${many}`)));
  const eventOf = (id: string) => ingest.waitForEvent((event) => messageOf(event) === `Failing: request ${id}`);
  const onlyTags = ({ tags }: ReceivedEvent) => Object.keys(tags ?? {}).filter((name) => name.startsWith('only_'));
  for (const { id } of requests.filter(({ how }) => how !== 'nothing')) {
    const event = await eventOf(id);
    expect(event.tags).toMatchObject({ of_request: id, [`only_${id}`]: 'yes', set_at_start: setAtStart });
    expect(onlyTags(event)).toEqual([`only_${id}`]);
    const set = { extra: { extra: id }, contexts: { own: { id } }, user: { id }, breadcrumbs: [{ message: id }] };
    expect(event).toMatchObject(set);
  }
  const later = `later${run}`;
  await fetch(`${url}${paths[0]}?id=${later}&how=capture&many=1`);
  expect(onlyTags(await eventOf(later))).toEqual([`only_${later}`]);
}
