import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runInContext } from '../../../candor/src/http/request-context';
import type { Outcome } from '../../../candor/src/responses/failed-responses';
import { handleLastResort } from '../../../candor/src/failures/last-resort';
import { onRequestError, routeName } from '../../../candor/src/start/next-hooks';
import { requestFields } from '../../../candor/src/failures/request-fields';
import { nodeContext } from '../../../candor/src/start/server-context';
import { noteReported, shownDigestOf } from '../../../candor/src/failures/shown-digest';
import { observeUnreported } from '../../../candor/src/failures/unreported-errors';
import { installTestContext } from './test-context';

const request = { path: '/a', method: 'POST', headers: {} };
const error = new Error('broken');
const app = { routerKind: 'App Router', revalidateReason: undefined } as const;

const rejecting = { tryReject: () => true, statusOf: () => 400, reasonOf: () => undefined };

const thrower = () => {
  throw new Error('of the trap');
};
const hook = (routePath: string, thrown: unknown = error, routeType: 'render' | 'proxy' = 'render') =>
  onRequestError(thrown, request, { ...app, routePath, routeType });

/** What failed, and which outcomes of which headers were noted. `first`: what a hook has noted before. */
function setUp(parts: Parameters<typeof installTestContext>[0] = {}, first?: Outcome) {
  const noted: [headers: object, outcome: Outcome][] = [];
  const note = (headers: object, outcome: Outcome) => first ?? (noted.push([headers, outcome]), outcome);
  return { failed: installTestContext({ failedResponses: { note, noteInterrupt() {} }, ...parts }), noted };
}

test('reports a failure under the name of its route, one of a stream as its own error, and none that was rejected', async () => {
  const { failed, noted } = setUp();
  await hook('/a/page');
  const named = { route: '/a', routeType: 'render', transaction: undefined, digest: shownDigestOf(error) };
  expect(failed).toEqual([[error, { ...request, ...named }]]);
  const piped = new Error('failed to pipe response'); // Next makes it.
  for (const thrown of [new Error(piped.message, { cause: error }), piped]) await hook('/a', thrown);
  expect(failed.map(([thrown]) => thrown)).toEqual([error, error, piped]);
  const trapped = new Proxy({}, { has: thrower });
  await hook('/a', trapped);
  expect(noted.at(-1)).toMatchObject([{}, { digest: shownDigestOf(trapped), isNoError: true }]);
  const rejected = setUp({ rejections: rejecting });
  await hook('/a');
  expect(rejected.failed).toEqual([]);
});

test.each([
  ['made again while the cache answered', [true, 'OK'], 'stale', false],
  ['made again before the cache has answered', [false, 'OK', true], 'stale', false],
  ['made for its first visitor', [false, ''], 'stale', undefined],
  ['that failed for its first visitor', [true, 'Internal Server Error'], 'stale', undefined],
  ['that failed late', [true, 'OK'], undefined, undefined],
] as const)('of a page %s (%j) the failure is seen, or is not', async (_, response, reason, seen) => {
  const { failed } = setUp();
  const [writableEnded, statusMessage, endsLater = writableEnded] = response;
  const sent = { writableEnded, statusMessage } as ServerResponse;
  const context = { ...app, routePath: '/a', routeType: 'render', revalidateReason: reason } as const;
  const reported = runInContext({ response: sent }, () => onRequestError(error, request, context));
  Object.assign(sent, { writableEnded: endsLater });
  await reported;
  expect(failed[0]?.[1].seen).toBe(seen);
});

test('a page that Next makes up within a request fails by itself, and the proxy for the request', async () => {
  const own = { headers: {} };
  const { noted } = setUp();
  for (const routeType of ['render', 'proxy'] as const)
    await runInContext({ request: own }, () => hook('/a', error, routeType));
  const [[ofPage] = [], [ofProxy] = []] = noted;
  expect(ofPage, 'the very object').toBe(request.headers);
  expect(ofProxy).toBe(own.headers);
});

describe('the last resort', () => {
  const posted = { path: '/a?b', method: 'POST', headers: { host: 'candor.test' } };
  const handle = (status: number, thrown: unknown) => handleLastResort(nodeContext(), { ...posted, status, thrown });

  test('an error that Next made of another value has the digest of that value, and one of its own has its own', () => {
    const digest = 'f'.repeat(32);
    const failures = [true, false].map((isNoError) => {
      const { failed } = setUp({}, { digest, isNoError });
      handle(500, error);
      return failed[0];
    });
    const named = { ...posted, route: '/_error', routeType: 'last-resort' };
    const own = expect.not.stringMatching(digest) as string;
    expect(failures).toEqual([digest, own].map((digest) => [error, { ...named, digest }]));
  });

  test.each([
    ['was rejected', 500, error, { rejections: rejecting }, undefined],
    ['failed by nothing that Next names', 500, undefined, {}, undefined],
    ['named an address without a page', 404, undefined, {}, undefined],
    ['Next refuses, which keeps its status', 405, new Error('Next’s own'), {}, { rejectedWith: 405 }],
  ])('does not report a request that %s', (_, status, thrown, parts, outcome) => {
    const { failed, noted } = setUp(parts);
    handle(status, thrown);
    expect([failed, noted]).toEqual([[], outcome ? [[posted.headers, outcome]] : []]);
  });
});

describe('what Next calls no hook for', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers().unstubAllEnvs());

  /** What is reported of an error in each of as many requests, two seconds after their responses are over. */
  async function reportedOf(count: number, response: object = { writableEnded: true }) {
    const failed = installTestContext();
    const { given } = observeUnreported(nodeContext);
    for (let index = 0; index < count; index += 1)
      runInContext({ request: { headers: {} }, response: response as ServerResponse }, () => given(error, 'one'));
    await vi.advanceTimersByTimeAsync(2_000);
    return failed;
  }

  test('is not reported of a development server, of no request, twice, and while a visitor waits', async () => {
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    const failed = await reportedOf(1, response);
    expect(failed).toEqual([]);
    const context = { request: { headers: {} }, response: response as object as ServerResponse };
    runInContext(context, () => observeUnreported(nodeContext).given(error, 'two'));
    noteReported(context.request, 'two'); // By Next's hook, or by code.
    response.emit('close');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failed).toMatchObject([[error, { digest: 'one', seen: false }]]);
    observeUnreported(nodeContext).given(error, 'one');
    vi.stubEnv('NODE_ENV', 'development');
    expect(await reportedOf(1)).toEqual([]);
  });

  test('no more than 1,000 wait at once', async () => expect(await reportedOf(1_001)).toHaveLength(1_000));
});

type Context = Parameters<typeof routeName>[0];
const pages = { routerKind: 'Pages Router', revalidateReason: undefined } as const;
const rendered = { ...app, routeType: 'render', renderSource: 'server-rendering' } as const;
const form = { ...app, routeType: 'render' } as const;
const handler = { ...app, routeType: 'route' } as const;

test.each<[string, Context, string]>([
  ['a rendered page', { ...rendered, routePath: '/a/[id]' }, '/a/[id]'],
  ['a page of that name', { ...rendered, routePath: '/a/page' }, '/a/page'],
  ['a posted form', { ...form, routePath: '/a/[id]/page' }, '/a/[id]'],
  ['a posted form of the home page', { ...form, routePath: '/page' }, '/'],
  ['a posted form in a group and a slot', { ...form, routePath: '/(shop)/a/@side/b/page' }, '/a/b'],
  ['a handler of that name', { ...handler, routePath: '/a/route' }, '/a/route'],
  ['a handler in the edge runtime', { ...pages, routeType: 'route', routePath: '/a/[id]/route' }, '/a/[id]'],
  ['a page of the Pages Router', { ...pages, routeType: 'render', routePath: '/old/page' }, '/old/page'],
])('names the route of %s', (_, context, route) => expect(routeName(context)).toBe(route));

const requestId = 'request-7';

const page = { page: '/a/[id]/route', route: '/a/[id]' };
test.each([
  ['the request and the route', page, '/a/[id]', 'POST /a/[id]'],
  ['the home page', { page: '/page', route: '/' }, '/', 'POST /'],
  ['the proxy, and does not take it for the home page', { page: '/', route: '/' }, '/proxy', 'middleware POST'],
  ['the request only, where Next tells no route', undefined, undefined, undefined],
])('knows %s, and nothing outside of requests', (_, work, route, transaction) => {
  const fields = () => (work ? workAsyncStorage.run(work as WorkStore, requestFields) : requestFields());
  const request = { method: 'POST', url: '/a/7?token=hunter2', headers: { 'x-request-id': requestId } };
  const tags = { ...(route && { route }), request_id: requestId };
  expect(runInContext({ request }, fields)).toEqual({
    fields: { method: 'POST', path: '/a/7', route, requestId },
    context: { request: { method: 'POST', url: '/a/7' }, transaction, tags },
  });
  expect(requestFields()).toEqual({ fields: {}, context: { tags: {} } });
});
