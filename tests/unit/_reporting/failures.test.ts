import { expect, test } from 'vitest';
import { isEventId } from '../../../app/_reporting/digest';
import { createFailureReporter, type Capture, type FailedRequest } from '../../../app/_reporting/failures';
import { createLog } from '../../../app/_reporting/log';

const eventId = '0123456789abcdef0123456789abcdef';

function setUp() {
  const lines: Record<string, unknown>[] = [];
  const captured: Parameters<Capture>[] = [];
  const failures = createFailureReporter({
    log: createLog({ write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
    environment: 'staging',
    release: '1.2.3',
    capture: (...call) => void captured.push(call),
  });
  return { lines, captured, failures };
}

function aRequest(unlike: Partial<FailedRequest> = {}): FailedRequest {
  return { path: '/a?token=secret', method: 'GET', headers: {}, route: '/[slug]', routeType: 'render', ...unlike };
}

const withDigest = (digest: string) => Object.assign(new Error('broken'), { digest });

test('writes one line and captures one event of a failed request, both under the digest', () => {
  const { lines, captured, failures } = setUp();
  const error = withDigest(eventId);
  failures.requestFailed(error, aRequest());
  expect(lines).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      msg: 'request failed',
      digest: eventId,
      path: '/a',
      method: 'GET',
      route: '/[slug]',
      routeType: 'render',
      release: '1.2.3',
      environment: 'staging',
      error: { type: 'Error', message: 'broken', stack: error.stack },
    },
  ]);
  const circumstances = {
    transaction: 'GET /[slug]',
    tags: { digest: eventId, route: '/[slug]', route_type: 'render' },
    request: { method: 'GET', url: '/a' },
  };
  expect(captured).toEqual([[error, eventId, circumstances]]);
});

test('passes over a failure that another handler of the same request has seen', () => {
  const { lines, captured, failures } = setUp();
  const request = aRequest();
  failures.requestFailed(withDigest(eventId), request);
  failures.requestFailed(withDigest(eventId), { ...request, routeType: 'last-resort' });
  expect(lines).toHaveLength(1);
  expect(captured).toHaveLength(1);
});

test('logs both failures of a request that failed twice', () => {
  const { lines, captured, failures } = setUp();
  const request = aRequest();
  failures.requestFailed(withDigest(eventId), request);
  failures.requestFailed(withDigest(eventId.replace('0', '1')), request);
  expect(lines).toHaveLength(2);
  expect(captured).toHaveLength(2);
});

test('logs every request that failed with the same error, and captures the error once', () => {
  const { lines, captured, failures } = setUp();
  failures.requestFailed(withDigest(eventId), aRequest({ path: '/a' }));
  failures.requestFailed(withDigest(eventId), aRequest({ path: '/b' }));
  expect(lines.map(({ path }) => path)).toEqual(['/a', '/b']);
  expect(captured).toHaveLength(1);
});

test.each([['a string'], [null], [{ digest: '<b>' }]])('gives %o an event id of its own, each time', (thrown) => {
  const { lines, captured, failures } = setUp();
  failures.requestFailed(thrown, aRequest());
  failures.requestFailed(thrown, aRequest());
  const ids = captured.map(([, eventId]) => eventId);
  expect(ids.filter(isEventId)).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
  expect(lines.map(({ digest, event }) => ({ digest, event }))).toEqual(ids.map((digest) => ({ digest })));
});

test('logs the event id beside a digest that is none', () => {
  const { lines, captured, failures } = setUp();
  failures.requestFailed(withDigest('2338064195'), aRequest());
  const eventId = captured[0]?.[1];
  expect(eventId).toSatisfy(isEventId);
  expect(lines).toEqual([expect.objectContaining({ digest: '2338064195', event: eventId })]);
});

test('names no event in the log that was not captured', () => {
  const { lines, captured, failures } = setUp();
  failures.requestFailed(withDigest('2338064195'), aRequest());
  failures.requestFailed(withDigest('2338064195'), aRequest());
  expect(lines).toHaveLength(2);
  const ids = captured.map(([, eventId]) => eventId);
  for (const { event } of lines) expect(ids).toContain(event);
});

test.each([
  ['a query', '/a?b=c#d', '/a'],
  ['a query with line breaks', '/a?b\nc\nd', '/a'],
  ['a fragment', '/a#b?c', '/a'],
  ['control characters', '/a\r\n{"level":"error"}\u001b[2J', '/a {"level":"error"} [2J'],
])('logs and captures a path without %s', (_, path, expected) => {
  const { lines, captured, failures } = setUp();
  failures.requestFailed(withDigest(eventId), aRequest({ path }));
  expect(lines[0]?.path).toBe(expected);
  expect(captured[0]?.[2].request?.url).toBe(expected);
});

test('logs a method and a route without control characters, and cuts the method', () => {
  const { lines, failures } = setUp();
  failures.requestFailed(withDigest(eventId), aRequest({ method: `G\nT${'x'.repeat(100)}`, route: '/a\u2028b' }));
  expect(lines[0]).toMatchObject({ method: `G T${'x'.repeat(17)}`, route: '/a b' });
});

test('writes one line and captures one event of a failure of the process', () => {
  const { lines, captured, failures } = setUp();
  const error = withDigest(eventId);
  failures.processFailed(error, 'unhandledRejection');
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'process failed', digest: eventId, origin: 'unhandledRejection' }),
  ]);
  const tags = { digest: eventId, origin: 'unhandledRejection' };
  expect(captured).toEqual([[error, eventId, { transaction: 'unhandledRejection', tags }]]);
});

test('logs when reporting is off', () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) });
  const failures = createFailureReporter({ log, environment: 'staging', release: '1.2.3', capture: undefined });
  failures.requestFailed('broken', aRequest());
  expect(lines).toHaveLength(1);
});
