import { expect, test } from 'vitest';
import type { FailedRequest } from '../../../candor/server/failure-reporter';
import { onRequestError } from '../../../candor/server/request-errors';
import { installContext, nodeContext } from '../../../candor/server/server-context';
import { installTestContext } from './test-context';

const request = { path: '/a', method: 'POST', headers: {} };
const error = new Error('broken');

function setUp({ isRejected = false } = {}) {
  const failed: [unknown, FailedRequest][] = [];
  installTestContext({
    failures: { requestFailed: async (...call) => void failed.push(call), processFailed: () => {} },
    rejections: { tryReject: () => isRejected, rejectionOf: () => undefined, reasonOf: () => undefined },
  });
  return failed;
}

const hook = (routePath: string) =>
  onRequestError(error, request, {
    routerKind: 'App Router',
    routePath,
    routeType: 'render',
    revalidateReason: undefined,
  });

test.each([
  ['/a', '/a'],
  ['/a/page', '/a'],
  ['/page', '/page'],
])('reports a failure of the route %s under %s', async (routePath, route) => {
  const failed = setUp();
  await hook(routePath);
  expect(failed).toEqual([[error, { ...request, route, routeType: 'render' }]]);
});

test('does not report a request that was rejected', async () => {
  const failed = setUp({ isRejected: true });
  await hook('/a');
  expect(failed).toEqual([]);
});

test('reports every error in the edge runtime', async () => {
  const failed = setUp({ isRejected: true });
  const { settings, log, failures } = nodeContext();
  installContext({ runtime: 'edge', settings, log, failures });
  await hook('/a');
  expect(failed).toHaveLength(1);
});
