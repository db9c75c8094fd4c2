import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPageStates } from '../../../candor/src/monitoring/page-states';
import * as route from '../../../app/monitoring/route';
import { respondWith } from '../../support/fake-ingest';
import { runInContext } from '../../../candor/src/http/request-context';
import type { Sources } from '../../../candor/src/start/open-sources';
import type { PolicyPart } from '../../../candor/src/shared/policy-part';
import { sharedProcess } from '../../../candor/src/start/shared-process';
import type { Settings } from '../../../candor/src/start/settings';
import { patches } from '../../../candor/src/internals/patches';
import { patchStates } from '../../../candor/src/monitoring/patch-states';
import { version } from '../../../candor/src/shared/version';
import { installTestContext } from '../start/test-context';
import { id, openTunnel } from './open-tunnel';

beforeEach(() => void vi.stubGlobal('CANDOR_RELEASE', '1.2.3'));

const idOfRejected = 'f123456789abcdef0123456789abcdef';
const reasonOf = (digest: string) => (digest === idOfRejected ? 'its body was cut off' : undefined);

type Options = { state?: 'on' | 'off'; perHour?: number; settings?: Partial<Settings>; policy?: PolicyPart };

async function turnReporting({ state = 'on', perHour = 1_000, settings, policy }: Options = {}) {
  const { receiver, delivery, log, logged, tunnel, eventBudget } = await openTunnel({ budget: { perHour } });
  const rejections = { tryReject: () => false, statusOf: () => undefined, reasonOf };
  const reporting = state === 'on' ? { delivery, tunnel, eventBudget } : undefined;
  installTestContext({ settings, log, reporting, pageStates: createPageStates(log), policy, rejections });
  return { receiver, delivery, logged };
}

const url = 'http://candor.test/monitoring';

async function get(query = '') {
  const response = await route.GET(new Request(url + query));
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const text = await response.text();
  expect(text).not.toContain('publickey');
  return { status: response.status, body: JSON.parse(text) as unknown };
}

const post = (body = `{"event_id":"${id}"}\n{"type":"event"}\n{}`, headers?: Record<string, string>) =>
  route.POST(new Request(url, { method: 'POST', headers, body }));

async function expectEvent(event: string, state: object) {
  expect(await get(`?event=${event}`)).toEqual({ status: 200, body: { event, ...state } });
}

test('GET gives the settings for browsers and the counts of delivery', async () => {
  const { delivery, receiver } = await turnReporting();
  for (const status of [200, 403, 503]) {
    receiver.answer(respondWith(status));
    await post();
  }
  const { oldestQueuedSeconds } = delivery.stats();
  const counts = { sent: 1, queued: 1, dropped: { 'the service responded with 403': 1 }, oldestQueuedSeconds };
  expect(await get()).toEqual({
    status: 200,
    body: {
      ...{ reporting: 'on', environment: 'staging', release: '1.2.3', ignored: {} },
      versions: { ...(JSON.parse(CANDOR_VERSIONS) as object), node: process.versions.node, candor: version },
      patches: patchStates(patches),
      reportedByBrowsers: {},
      delivery: { ...counts, downSince: null, browserEventsRefused: 0 },
    },
  });
});

test('GET gives the numbers of frames, where a build has source maps', async () => {
  await turnReporting();
  const counts = () => ({ mapped: 3, 'no map': 2 });
  sharedProcess().sources = { buildId: 'x', counts } as Partial<Sources> as Sources;
  onTestFinished(() => void delete sharedProcess().sources);
  expect(await get()).toMatchObject({ body: { frames: { mapped: 3, leftRaw: { 'no map': 2 } } } });
});

test.each([
  ['off', { 'Candor-Ignored': 'React suspends', 'Content-Length': '0' }, 204, { 'React suspends': 1 }],
  ['on', { 'Candor-Ignored': 'React suspends', 'Content-Length': '0' }, 204, { 'React suspends': 1 }],
  ['on', { 'Candor-Ignored': 'React suspends' }, 200, { 'React suspends': 1 }],
  ['on', { 'Candor-Ignored': 'toString', 'Content-Length': '0' }, 200, {}],
] as const)('with reporting %s a POST with %j has the status %i', async (state, headers, status, ignored) => {
  const { logged } = await turnReporting({ state });
  expect((await post(undefined, headers)).status).toBe(status);
  expect(await get()).toMatchObject({ body: { ignored } });
  expect(logged('event accepted')).toHaveLength(status === 200 ? 1 : 0);
});

test('reports that browsers make by themselves are the policy’s, and without one they are no envelopes', async () => {
  const reports = { 'Content-Type': 'application/reports+json' };
  await turnReporting();
  expect((await post('[]', reports)).status).toBe(400);
  expect(await get()).not.toHaveProperty('body.policy');
  const state = { mode: 'report', reports: { crash: 1 } };
  const respondToReports = ({ headers }: Request) =>
    headers.get('Content-Type') === reports['Content-Type'] ? Promise.resolve(new Response('theirs')) : undefined;
  await turnReporting({ policy: { respondToReports, state: () => state } as Partial<PolicyPart> as PolicyPart });
  expect(await (await post('[]', reports)).text()).toBe('theirs');
  expect((await post()).status).toBe(200);
  expect(await get()).toMatchObject({ body: { policy: state, delivery: { sent: 1 } } });
});

test('GET gives the state of an event, and rejects what is not the id of one', async () => {
  const { receiver } = await turnReporting();
  await expectEvent(idOfRejected, { state: 'dropped', reason: 'the request was rejected: its body was cut off' });
  await expectEvent(id, { state: 'unknown' });
  const error = 'An event id has 32 hexadecimal digits.';
  for (const other of ['', `${id}0`]) expect(await get(`?event=${other}`)).toEqual({ status: 400, body: { error } });
  const sent = { state: 'sent', afterMs: expect.any(Number) };
  for (const [status, state] of [
    [403, { state: 'dropped', reason: 'the service responded with 403' }],
    [200, sent],
    [503, sent], // Though it is posted again, by a browser that did not get the response.
  ] as const) {
    receiver.answer(respondWith(status));
    await post();
    await expectEvent(id, state);
  }
});

// settings.spec.ts has what POST responds then.
test('GET says that reporting is off, for an event too', async () => {
  await turnReporting({ state: 'off' });
  const counts = { sent: 0, queued: 0, dropped: {}, browserEventsRefused: 0 };
  const delivery = { ...counts, oldestQueuedSeconds: null, downSince: null };
  expect(await get()).toMatchObject({ status: 200, body: { reporting: 'off', environment: 'staging', delivery } });
  await expectEvent(id, { state: 'off' });
});

const forBrowsers = { reporting: 'on', environment: 'staging', release: '1.2.3' };

function getWith(...rawHeaders: string[]) {
  const context = { request: { headers: {}, rawHeaders } };
  return runInContext(context, async () => (await route.GET(new Request(url))).json() as Promise<object>);
}

test('where counters are not public, only a request that is known to have passed no proxy gets them', async () => {
  vi.stubGlobal('CANDOR_PUBLIC_COUNTERS', '');
  await turnReporting({ settings: { environment: 'staging' } });
  for (const name of ['X-Forwarded-For', 'x-forwarded-for', 'Forwarded', 'Via'])
    expect(await getWith('Host', 'candor.test', name, '203.0.113.9'), name).toEqual(forBrowsers);
  expect(await getWith('Host', 'x-forwarded-for')).toHaveProperty('delivery');
  expect(await get()).toEqual({ status: 200, body: forBrowsers });
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)('%s gets 405 and the allowed methods', async (method) => {
  const response = route[method]();
  const { 'content-length': length, ...headers } = Object.fromEntries(response.headers);
  const ofJson = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };
  expect(headers).toEqual({ ...ofJson, allow: 'GET, HEAD, POST', 'cache-control': 'no-store' });
  const text = await response.text();
  expect([response.status, length]).toEqual([405, String(text.length)]);
  expect(JSON.parse(text)).toEqual({ error: expect.any(String) });
});
