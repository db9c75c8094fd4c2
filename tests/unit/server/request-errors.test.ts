import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { runInContext } from '../../../candor/src/http/request-context';
import { onRequestError } from '../../../candor/src/server/request-errors';
import { installContext, nodeContext } from '../../../candor/src/server/server-context';
import { shownDigestOf } from '../../../candor/src/server/shown-digest';
import { installTestContext } from './test-context';

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
