import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { notFound, redirect } from 'next/navigation';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestContext, runInContext } from '../../../candor/src/http/request-context';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { handleLastResort } from '../../../candor/src/server/last-resort';
import { onRequestError } from '../../../candor/src/server/next-hooks';
import { installContext, nodeContext } from '../../../candor/src/server/server-context';
import { noteHeard, shownDigestOf } from '../../../candor/src/server/shown-digest';
import { createUnheard, reportUnheard } from '../../../candor/src/server/unheard';
import { newEventId } from '../../../candor/src/shared/digest';
import { thrownBy } from './in-request';
import { withDigest } from './set-up-failure-reporter';
import { installTestContext } from './test-context';

const request = { path: '/a', method: 'POST', headers: {} };
const error = new Error('broken');
const app = { routerKind: 'App Router', revalidateReason: undefined } as const;

const rejecting = { tryReject: () => true, statusOf: () => 400, reasonOf: () => undefined };

const has = () => {
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
  const trapped = new Proxy({}, { has });
  await hook('/a', trapped);
  expect(noted.at(-1)).toMatchObject([{}, { digest: shownDigestOf(trapped), isNoError: true }]);
  expect((setUp({ rejections: rejecting }), await hook('/a'), failed)).toHaveLength(4);
  const { settings, log, failures } = nodeContext();
  installContext({ runtime: 'edge', settings, log, failures });
  const inEdge = vi.spyOn(failures, 'requestFailed');
  await hook('/a');
  expect(inEdge).toHaveBeenCalledOnce();
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

  test('reports a failure that no hook was called for under the digest that its response names', () => {
    const { failed, noted } = setUp();
    handle(500, error);
    const { digest } = failed[0]?.[1] ?? {};
    expect(digest).toMatch(/^[0-9a-f]{32}$/);
    expect(failed).toEqual([[error, { ...posted, route: '/_error', routeType: 'last-resort', digest }]]);
    expect(noted).toEqual([[posted.headers, { digest }]]);
  });

  test('an error that Next made of another value has the digest of that value, and one of its own has its own', () => {
    const digest = 'f'.repeat(32);
    const digests = [true, false].map((isNoError) => {
      const { failed } = setUp({}, { digest, isNoError });
      handle(500, error);
      return failed[0]?.[1].digest;
    });
    expect(digests).toEqual([digest, expect.not.stringMatching(digest)]);
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
  type Unheard = ReturnType<typeof createUnheard>;
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers().unstubAllEnvs());
  const createOwn = () => createUnheard((...given) => reportUnheard(nodeContext(), ...given));
  const ended = { writableEnded: true } as ServerResponse;

  /** What is reported of what happens in a request, two seconds after its response is over. */
  async function reportedOf(happens: (unheard: Unheard) => void, response: ServerResponse | undefined = ended) {
    const failed = installTestContext();
    runInContext({ request: { headers: {} }, response }, () => happens(createOwn()));
    await vi.advanceTimersByTimeAsync(2_000);
    return failed;
  }

  test('is not seen, under the digest that it was given, also by an object, once though it passes two cached functions', async () => {
    const [thrown, digest] = [{ code: 7 }, newEventId()];
    const failed = await reportedOf(({ given, written }) => {
      given('a string', 'given');
      for (let time = 0; time < 2; time += 1) {
        written(digest);
        given(thrown, digest);
      }
    });
    expect(failed).toMatchObject([
      ['a string', { digest: 'given', seen: false }],
      [thrown, { digest, seen: false }],
    ]);
    expect(shownDigestOf(thrown)).toBe(digest);
  });

  const bailOut = 'BAILOUT_TO_CLIENT_SIDE_RENDERING';
  const redirected = thrownBy(() => redirect('/'));
  const hear = () => noteHeard(requestContext()?.request, 'one');
  test.each<[what: string, happens: (unheard: Unheard) => void]>([
    ['an error that its caller receives', ({ given, written }) => (given(error, 'one'), written('one'))],
    ['an error that Next calls its hook for', ({ given }) => (hear(), given(error, 'one'))],
    ['a render that was aborted', ({ given }) => given(error, undefined)],
    ['`notFound()`', ({ given }) => given(thrownBy(notFound), 'one')],
    ['`redirect()`', ({ given }) => given(redirected, 'one')],
    ['a bail-out to the browser', ({ given }) => given(withDigest(bailOut), bailOut)],
    ['a postponed render', ({ given }) => given(withDigest('HANGING_PROMISE_REJECTION'), 'one')],
  ])('%s is nothing that nobody saw', async (_, happens) => {
    expect(await reportedOf(happens)).toEqual([]);
  });

  test('is not reported of a development server, of no request, and while a visitor waits', async () => {
    const given = (unheard: Unheard) => unheard.given(error, 'one');
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    const failed = await reportedOf(given, response as unknown as ServerResponse);
    expect(failed).toEqual([]);
    response.emit('close');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failed).toHaveLength(1);

    createOwn().given(error, 'one');
    vi.stubEnv('NODE_ENV', 'development');
    expect(await reportedOf(given)).toEqual([]);
  });

  test('no more than 1,000 wait at once', async () => {
    const failed = await reportedOf(({ given }) => {
      for (let index = 0; index < 1_001; index += 1) given(error, `${index}`);
    });
    expect(failed).toHaveLength(1_000);
  });
});
