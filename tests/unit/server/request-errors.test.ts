import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { requestContext, runInContext } from '../../../candor/src/http/request-context';
import { onRequestError } from '../../../candor/src/server/request-errors';
import { installContext, nodeContext } from '../../../candor/src/server/server-context';
import { noteHeard, shownDigestOf } from '../../../candor/src/server/shown-digest';
import { installTestContext } from './test-context';
import { handleLastResort } from '../../../candor/src/server/last-resort';
import { EventEmitter } from 'node:events';
import { notFound, redirect } from 'next/navigation';
import { createUnheard, reportUnheard } from '../../../candor/src/server/unheard';
import { newEventId } from '../../../candor/src/shared/digest';

const request = { path: '/a', method: 'POST', headers: {} };
const error = new Error('broken');

const rejecting = { rejections: { tryReject: () => true, rejectionOf: () => undefined, reasonOf: () => undefined } };

const hook = (routePath: string, thrown: unknown = error, routeType: 'render' | 'proxy' = 'render') =>
  onRequestError(thrown, request, { routerKind: 'App Router', routePath, routeType, revalidateReason: undefined });

test('reports a failure under the name of its route', async () => {
  const failed = installTestContext();
  await hook('/a/page');
  const expected = {
    ...request,
    route: '/a',
    routeType: 'render',
    transaction: undefined,
    digest: shownDigestOf(error),
  };
  expect(failed).toEqual([[error, expected]]);
});

for (const { what, response, reason, seen } of [
  { what: 'made again while the cache answered', response: [true, 'OK'], reason: 'stale', seen: false },
  { what: 'made again before the cache has answered', response: [false, 'OK', true], reason: 'stale', seen: false },
  { what: 'made for its first visitor', response: [false, ''], reason: 'stale', seen: undefined },
  { what: 'that failed for its first visitor', response: [true, 'Internal Server Error'], reason: 'stale' },
  { what: 'that failed late', response: [true, 'OK'], reason: undefined },
] as const) {
  test(`of a page ${what} the failure is ${seen === false ? 'not seen' : 'seen'}`, async () => {
    const failed = installTestContext();
    const [writableEnded, statusMessage, endsLater = writableEnded] = response;
    const sent = { writableEnded, statusMessage } as ServerResponse;
    const context = {
      routerKind: 'App Router',
      routePath: '/a',
      routeType: 'render',
      revalidateReason: reason,
    } as const;
    const reported = runInContext({ response: sent }, () => onRequestError(error, request, context));
    Object.assign(sent, { writableEnded: endsLater });
    await reported;
    expect(failed[0]?.[1].seen).toBe(seen);
  });
}

test('a stream that broke is reported as its own error, not as the one that Next makes of it', async () => {
  const failed = installTestContext();
  await hook('/a', new Error('failed to pipe response', { cause: error }));
  await hook('/a', new Error('failed to pipe response'));
  expect(failed.map(([thrown]) => thrown)).toEqual([error, new Error('failed to pipe response')]);
});

test('does not report a request that was rejected', async () => {
  const failed = installTestContext(rejecting);
  await hook('/a');
  expect(failed).toEqual([]);
});

const noted = (routeType: 'render' | 'proxy', thrown: unknown = error) =>
  runInContext({ request: own }, async () => {
    const note = vi.fn((_: object, outcome: Outcome) => outcome);
    const failed = installTestContext({ failedResponses: { note, noteInterrupt: () => {} } });
    await hook('/a', thrown, routeType);
    expect(failed).toHaveLength(1);
    return note.mock.calls;
  });
const own = { headers: {} };

test('a page that Next makes up within a request fails by itself, and the proxy for the request', async () => {
  const [[ofPage] = []] = await noted('render');
  expect(ofPage).toBe(request.headers);
  const [[ofProxy] = []] = await noted('proxy');
  expect(ofProxy).toBe(own.headers);
});

test('a thrown proxy whose traps throw is reported', async () => {
  const has = () => {
    throw new Error('of the trap');
  };
  const thrown = new Proxy({}, { has });
  const [[, outcome] = []] = await noted('render', thrown);
  expect(outcome).toMatchObject({ state: 'failed', digest: shownDigestOf(thrown), isNoError: true });
});

test('reports every error in the edge runtime', async () => {
  const failed = installTestContext(rejecting);
  const { settings, log, failures } = nodeContext();
  installContext({ runtime: 'edge', settings, log, failures });
  await hook('/a');
  expect(failed).toHaveLength(1);
});

const digest = 'f'.repeat(32);
const ofLast = new Error('broken');
const posted = { path: '/a?b', method: 'POST', headers: { host: 'candor.test' } };

/** What is reported, and the outcome that the response names. `first`: what a hook has noted before. */
function handle(
  status: number,
  thrown: unknown,
  { first, isRejected = false }: { first?: Outcome; isRejected?: boolean },
) {
  const noted: Outcome[] = [];
  const failedResponses = {
    note: (_: object, outcome: Outcome) => first ?? (noted.push(outcome), outcome),
    noteInterrupt() {},
  };
  const rejection = isRejected ? ({ reason: 'its body was cut off', status: 400 } as const) : undefined;
  const rejections = { tryReject: () => false, rejectionOf: () => rejection, reasonOf: () => undefined };
  const failed = installTestContext({ failedResponses, rejections });
  handleLastResort({ ...posted, status, thrown });
  return { failed, noted };
}

test('a failure that no hook was called for is reported under the digest that its response names', () => {
  const { failed, noted } = handle(500, ofLast, {});
  const own = failed[0]?.[1].digest;
  expect(own).toMatch(/^[0-9a-f]{32}$/);
  expect(failed).toEqual([[ofLast, { ...posted, route: '/_error', routeType: 'last-resort', digest: own }]]);
  expect(noted).toEqual([{ state: 'failed', digest: own, isPage: false }]);
});

test('an error that Next made of another value has the digest of that value, and one of its own has its own', () => {
  const first = { state: 'failed', digest, isPage: false } as const;
  const digests = [true, false].map((isNoError) => {
    const { failed } = handle(500, ofLast, { first: { ...first, isNoError } });
    return failed[0]?.[1].digest;
  });
  expect(digests).toEqual([digest, expect.not.stringMatching(digest)]);
});

test.each([
  ['was rejected', 500, ofLast, { isRejected: true }],
  ['failed by nothing that Next names', 500, undefined, {}],
  ['named an address without a page', 404, undefined, {}],
])('nothing is reported or noted of a request that %s', (_, status, thrown, given) => {
  expect(handle(status, thrown, given)).toEqual({ failed: [], noted: [] });
});

test.each([400, 405, 416])('a request that Next refuses with %i keeps that status, and is not reported', (status) => {
  expect(handle(status, new Error('Next’s own'), {})).toEqual({ failed: [], noted: [{ state: 'rejected', status }] });
});

describe('what Next calls no hook for', () => {
  type Unheard = ReturnType<typeof createUnheard>;

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers().unstubAllEnvs());

  const ended = { writableEnded: true } as ServerResponse;
  const error = new Error('broken');

  /** What is reported of what happens in a request, two seconds after its response is over. */
  async function reportedOf(happens: (unheard: Unheard) => void, response: ServerResponse | undefined = ended) {
    const failed = installTestContext();
    runInContext({ request: { headers: {} }, response }, () => happens(createUnheard(reportUnheard)));
    await vi.advanceTimersByTimeAsync(2_000);
    return failed;
  }

  test('an error that Next calls no hook for is not seen, under the digest that it was given', async () => {
    const failed = await reportedOf(({ given }) => given('a string', 'given'));
    expect(failed).toMatchObject([['a string', { digest: 'given', seen: false }]]);
  });

  test('an object that Next has made an error of has the digest of that error', async () => {
    const thrown = { code: 7 };
    const given = newEventId();
    const failed = await reportedOf((unheard) => unheard.given(thrown, given));
    expect(failed).toMatchObject([[thrown, { digest: given }]]);
    expect(shownDigestOf(thrown)).toBe(given);
  });

  test('an error that passes through two cached functions is reported once, when both are done', async () => {
    const failed = await reportedOf(({ given, written }) => {
      given(error, 'one');
      written('one');
      given(error, 'one');
    });
    expect(failed).toHaveLength(1);
  });

  for (const { what, happens } of [
    {
      what: 'an error that its caller receives',
      happens: ({ given, written }) => (given(error, 'one'), written('one')),
    },
    {
      what: 'an error that Next calls its hook for',
      happens: ({ given }) => (noteHeard(requestContext()?.request, 'one'), given(error, 'one')),
    },
    { what: 'a render that was aborted', happens: ({ given }) => given(error, undefined) },
    { what: '`notFound()`', happens: ({ given }) => given(thrownBy(notFound), 'one') },
    {
      what: '`redirect()`',
      happens: ({ given }) =>
        given(
          thrownBy(() => redirect('/')),
          'one',
        ),
    },
    {
      what: 'a bail-out to the browser',
      happens: ({ given }) => given(withDigest('BAILOUT_TO_CLIENT_SIDE_RENDERING'), 'BAILOUT_TO_CLIENT_SIDE_RENDERING'),
    },
    { what: 'a postponed render', happens: ({ given }) => given(withDigest('HANGING_PROMISE_REJECTION'), 'one') },
  ] satisfies { what: string; happens: (unheard: Unheard) => void }[]) {
    test(`${what} is nothing that nobody saw`, async () => {
      expect(await reportedOf(happens)).toEqual([]);
    });
  }

  test('nothing is reported of a development server, of no request, and while a visitor waits', async () => {
    const given = (unheard: Unheard) => unheard.given(error, 'one');
    const response = Object.assign(new EventEmitter(), { writableEnded: false });
    const failed = await reportedOf(given, response as unknown as ServerResponse);
    expect(failed).toEqual([]);
    response.emit('close');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failed).toHaveLength(1);

    createUnheard(reportUnheard).given(error, 'one');
    vi.stubEnv('NODE_ENV', 'development');
    expect(await reportedOf(given)).toEqual([]);
  });

  test('no more than 1,000 wait at once', async () => {
    const failed = await reportedOf(({ given }) => {
      for (let index = 0; index < 1_001; index += 1) given(error, `${index}`);
    });
    expect(failed).toHaveLength(1_000);
  });

  const withDigest = (digest: string) => Object.assign(new Error(digest), { digest });

  function thrownBy(work: () => unknown): unknown {
    try {
      return work();
    } catch (thrown) {
      return thrown;
    }
  }
});
