import { expect, test } from 'vitest';
import type { Outcome } from '../../../candor/src/server/failed-responses';
import { handleLastResort } from '../../../candor/src/server/last-resort';
import { installTestContext } from './test-context';

const digest = 'f'.repeat(32);
const error = new Error('broken');
const request = { path: '/a?b', method: 'POST', headers: { host: 'candor.test' } };

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
  handleLastResort({ ...request, status, thrown });
  return { failed, noted };
}

test('a failure that no hook was called for is reported under the digest that its response names', () => {
  const { failed, noted } = handle(500, error, {});
  const own = failed[0]?.[1].digest;
  expect(own).toMatch(/^[0-9a-f]{32}$/);
  expect(failed).toEqual([[error, { ...request, route: '/_error', routeType: 'last-resort', digest: own }]]);
  expect(noted).toEqual([{ state: 'failed', digest: own, isPage: false }]);
});

test('an error that Next made of another value has the digest of that value, and one of its own has its own', () => {
  const first = { state: 'failed', digest, isPage: false } as const;
  const digests = [true, false].map((isNoError) => {
    const { failed } = handle(500, error, { first: { ...first, isNoError } });
    return failed[0]?.[1].digest;
  });
  expect(digests).toEqual([digest, expect.not.stringMatching(digest)]);
});

test.each([
  ['was rejected', 500, error, { isRejected: true }],
  ['failed by nothing that Next names', 500, undefined, {}],
  ['named an address without a page', 404, undefined, {}],
])('nothing is reported or noted of a request that %s', (_, status, thrown, given) => {
  expect(handle(status, thrown, given)).toEqual({ failed: [], noted: [] });
});

test.each([400, 405, 416])('a request that Next refuses with %i keeps that status, and is not reported', (status) => {
  expect(handle(status, new Error('Next’s own'), {})).toEqual({ failed: [], noted: [{ state: 'rejected', status }] });
});
