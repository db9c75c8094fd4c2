import { parameterize, Scope } from '@sentry/core';
import { notFound, redirect } from 'next/navigation';
import { describe, expect, test } from 'vitest';
import { BoundedMap } from '../../../candor/bounded-map';
import { isEventId, newEventId } from '../../../candor/digest';
import { installDigest } from '../../../candor/server/install-digest';
import { runInContext } from '../../../candor/server/request-context';
import { rememberError, shownDigestOf } from '../../../candor/server/shown-digest';
import { createFailureReporter } from '../../../candor/server/failure-reporter';
import { createLog } from '../../../candor/server/log';
import { takeConsole } from '../../support/quiet-console';
import { waitUntil } from '../../support/wait-until';
import { aRequest, eventId, setUpFailures, withDigest } from './set-up-failure-reporter';

installDigest();

/** Runs code in a request of its own. */
function inRequest() {
  const request = { headers: {} };
  return <Result>(work: () => Result) => runInContext({ request }, work);
}

test('writes one line and captures one event of a failed request, both under the digest', async () => {
  const { lines, captured, failures } = setUpFailures();
  const error = withDigest(eventId);
  await failures.requestFailed(error, aRequest());
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
  const context = {
    transaction: 'GET /[slug]',
    tags: { digest: eventId, route: '/[slug]', route_type: 'render' },
    request: { method: 'GET', url: '/a' },
    isHandled: false,
  };
  expect(captured).toEqual([[error, eventId, context]]);
});

test('skips a failure that another handler of the same request has reported', async () => {
  const { lines, captured, failures } = setUpFailures();
  const request = aRequest();
  await failures.requestFailed(withDigest(eventId), request);
  await failures.requestFailed(withDigest(eventId), { ...request, routeType: 'last-resort' });
  expect(lines).toHaveLength(1);
  expect(captured).toHaveLength(1);
});

test('logs both failures of a request that failed twice', async () => {
  const { lines, captured, failures } = setUpFailures();
  const request = aRequest();
  await failures.requestFailed(withDigest(eventId), request);
  await failures.requestFailed(withDigest(eventId.replace('0', '1')), request);
  expect(lines).toHaveLength(2);
  expect(captured).toHaveLength(2);
});

test('logs every request that failed with an error of the same written digest, and captures it once', async () => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(withDigest(eventId), aRequest({ path: '/a' }));
  await failures.requestFailed(withDigest(eventId), aRequest({ path: '/b' }));
  expect(lines.map(({ path }) => path)).toEqual(['/a', '/b']);
  expect(captured).toHaveLength(1);
});

test.each([['a string'], [null]])('gives %o an event id of its own, each time', async (thrown) => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(thrown, aRequest());
  await failures.requestFailed(thrown, aRequest());
  const ids = captured.map(([, eventId]) => eventId);
  expect(ids.filter(isEventId)).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
  expect(lines.map(({ digest, event }) => ({ digest, event }))).toEqual(ids.map((digest) => ({ digest })));
});

test('one error object that fails two requests is two occurrences, each with its digest, line and event', async () => {
  const { lines, captured, failures } = setUpFailures();
  for (const thrown of [withDigest('sha256:2cf24dba'), new Error('of a module')]) {
    const ids = [inRequest(), inRequest()].map((inOne) => {
      const digest = inOne(() => shownDigestOf(thrown));
      void inOne(() => failures.requestFailed(thrown, aRequest()));
      return digest;
    });
    await waitUntil('both lines', () => lines.length === 2);
    expect(new Set(ids).size).toBe(2);
    expect(captured.splice(0).map(([value, eventId]) => [value, eventId])).toEqual(ids.map((id) => [thrown, id]));
    expect(lines.splice(0).map(({ digest }) => digest)).toEqual(ids);
    expect(shownDigestOf(thrown), 'outside of requests').toBe(ids[1]);
  }
});

test('an error that interleaved requests share has one digest in each of them', () => {
  const shared = new Error('of a module');
  const [one, other] = [inRequest(), inRequest()];
  const digestIn = (inOne: typeof one) => inOne(() => shownDigestOf(shared));
  const [ofOne, ofOther] = [digestIn(one), digestIn(other)];
  expect([digestIn(one), digestIn(other)]).toEqual([ofOne, ofOther]);
  expect(ofOne).not.toBe(ofOther);
});

test('an error that came out of `use cache` is reported as itself, and not as the one that React made of it', async () => {
  const { lines, captured, failures } = setUpFailures();
  const original = Object.assign(new TypeError('no stock'), { code: 'E_STOCK' });
  const digest = await inRequest()(async () => {
    const shown = shownDigestOf(original) ?? '';
    rememberError(original, shown);
    const redacted = withDigest(shown);
    rememberError(redacted, shown);
    await failures.requestFailed(redacted, aRequest());
    return shown;
  });
  expect(captured.map(([thrown, eventId]) => [thrown, eventId])).toEqual([[original, digest]]);
  expect(lines).toMatchObject([{ digest, error: { type: 'TypeError', message: 'no stock', code: 'E_STOCK' } }]);
});

describe("what React throws to suspend a component, and the SDK's own client drops", () => {
  const suspense = () =>
    new Error('Suspense Exception: This is not a real error! It is an implementation detail of `use`.');
  const reason = 'React suspends';

  test('is neither event nor line when it is caught, but counted', async () => {
    const { lines, captured, dropped, failures } = setUpFailures();
    const digest = failures.reportCaught(suspense());
    await failures.sdkCalled({ eventId, scope: new Scope(), repeat: () => {}, thrown: suspense() });
    expect([lines, captured]).toEqual([[], []]);
    expect(dropped).toEqual([
      [digest, reason],
      [eventId, reason],
    ]);
  });

  test('has a short line when a request fails by it, for its visitor has a digest', async () => {
    const { lines, captured, dropped, failures } = setUpFailures();
    const thrown = suspense();
    await failures.requestFailed(thrown, aRequest());
    expect(lines).toMatchObject([{ msg: 'request failed', digest: shownDigestOf(thrown), dropped: reason }]);
    expect(captured).toEqual([]);
    expect(dropped).toEqual([[shownDigestOf(thrown), reason]]);
  });
});

test('logs the event id beside a digest that is no event id', async () => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(withDigest('2338064195'), aRequest());
  const eventId = captured[0]?.[1];
  expect(eventId).toSatisfy(isEventId);
  expect(lines).toEqual([expect.objectContaining({ digest: '2338064195', event: eventId })]);
});

test('names no event in the log that was not captured', async () => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(withDigest('2338064195'), aRequest());
  await failures.requestFailed(withDigest('2338064195'), aRequest());
  expect(lines).toHaveLength(2);
  const ids = captured.map(([, eventId]) => eventId);
  for (const { event } of lines) expect(ids).toContain(event);
});

test.each([
  ['a query', '/a?b=c#d', '/a'],
  ['a query with line breaks', '/a?b\nc\nd', '/a'],
  ['a fragment', '/a#b?c', '/a'],
  ['control characters', '/a\r\n{"level":"error"}\u001b[2J', '/a {"level":"error"} [2J'],
])('logs and captures a path without %s', async (_, path, expected) => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(withDigest(eventId), aRequest({ path }));
  expect(lines[0]?.path).toBe(expected);
  expect(captured[0]?.[2].request?.url).toBe(expected);
});

test('logs a method and a route without control characters, and truncates the method', async () => {
  const { lines, failures } = setUpFailures();
  await failures.requestFailed(withDigest(eventId), aRequest({ method: `G\nT${'x'.repeat(100)}`, route: '/a\u2028b' }));
  expect(lines[0]).toMatchObject({ method: `G T${'x'.repeat(17)}`, route: '/a b' });
});

test('writes one line and captures one event of a failure of the process', async () => {
  const { lines, captured, failures } = setUpFailures();
  const error = withDigest(eventId);
  await failures.processFailed(error, 'unhandledRejection');
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'process failed', digest: eventId, origin: 'unhandledRejection' }),
  ]);
  const tags = { digest: eventId, origin: 'unhandledRejection' };
  expect(captured).toMatchObject([[error, eventId, { transaction: 'unhandledRejection', tags }]]);
});

test('logs when reporting is off', async () => {
  const lines: string[] = [];
  const log = createLog((line) => void lines.push(line));
  const failures = createFailureReporter({
    log,
    environment: 'staging',
    release: '1.2.3',
    capture: undefined,
    captured: new BoundedMap(1),
    budget: { take: () => true },
    drop: () => {},
  });
  await failures.requestFailed('broken', aRequest());
  expect(lines).toHaveLength(1);
});

test('writes the line of a request after its event is stored', async () => {
  let keep = () => {};
  const { lines, captured, failures } = setUpFailures(() => new Promise((resolve) => (keep = resolve)));
  const reporting = failures.requestFailed(withDigest(eventId), aRequest());
  await new Promise((resolve) => setImmediate(resolve));
  expect(captured).toHaveLength(1);
  expect(lines).toEqual([]);
  keep();
  await reporting;
  expect(lines).toHaveLength(1);
});

test('skips the same failure of a request while its event is still being stored', async () => {
  let keep = () => {};
  const { lines, failures } = setUpFailures(() => new Promise((resolve) => (keep = resolve)));
  const request = aRequest();
  const reporting = failures.requestFailed(withDigest(eventId), request);
  await failures.requestFailed(withDigest(eventId), request);
  keep();
  await reporting;
  expect(lines).toHaveLength(1);
});

test('writes the line of a failure of the process at once, for the process may end', () => {
  const { lines, failures } = setUpFailures(() => new Promise(() => {}));
  void failures.processFailed(withDigest(eventId), 'uncaughtException');
  expect(lines).toHaveLength(1);
});

test('past the budget a failure has its digest, a line without a stack, and no event', async () => {
  const { lines, captured, dropped, failures } = setUpFailures(undefined, { take: () => false });
  await failures.requestFailed(withDigest(eventId), aRequest());
  void failures.processFailed(withDigest(eventId.replace('0', '1')), 'uncaughtException');
  expect(lines).toMatchObject([
    { msg: 'request failed', digest: eventId, dropped: 'too many alike', error: { type: 'Error', message: 'broken' } },
    { msg: 'process failed', dropped: 'too many alike' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  expect(captured).toEqual([]);
  expect(dropped).toEqual([
    [eventId, 'too many alike'],
    [eventId.replace('0', '1'), 'too many alike'],
  ]);
});

test('does not drop an event when its error is thrown again past the budget', async () => {
  let isLeft = true;
  const { lines, captured, dropped, failures } = setUpFailures(undefined, { take: () => isLeft });
  await failures.requestFailed(withDigest(eventId), aRequest());
  isLeft = false;
  await failures.requestFailed(withDigest(eventId), aRequest());
  expect(lines).toHaveLength(2);
  expect(captured).toHaveLength(1);
  expect(dropped).toEqual([]);
});

test('an error that is thrown again is one event, with a thousand others in between and in either runtime', async () => {
  const ids = new BoundedMap<string, true>(10_000);
  const { captured, dropped, failures } = setUpFailures(undefined, undefined, ids);
  const thrown = new Error('of a module');
  const again = async () => {
    await failures.requestFailed(thrown, aRequest());
    return captured.filter(([value]) => value === thrown);
  };
  await again();
  for (let other = 0; other < 1_001; other += 1) await failures.requestFailed(new Error('other'), aRequest());
  expect(await again()).toHaveLength(1);
  const { captured: ofOtherRuntime, failures: inOtherRuntime } = setUpFailures(undefined, { take: () => false }, ids);
  await inOtherRuntime.requestFailed(thrown, aRequest());
  expect([ofOtherRuntime, dropped]).toEqual([[], []]);
});

test.each([
  ['redirect()', () => redirect('/a')],
  ['notFound()', () => notFound()],
])('what %s throws is not reported, and the console says so', async (_, interrupt) => {
  const { lines, captured, failures } = setUpFailures();
  const thrown: unknown = catchFrom(interrupt);
  expect(failures.reportCaught(thrown)).toSatisfy(isEventId);
  await failures.sdkCalled({ eventId, scope: new Scope(), repeat: () => {}, thrown });
  expect([lines, captured]).toEqual([[], []]);
  expect(takeConsole('warn')).toEqual([
    expect.stringContaining('passed to report(), and is not reported.'),
    expect.stringContaining('passed to Sentry.captureException(), and is not reported.'),
  ]);
});

function catchFrom(interrupt: () => never): unknown {
  try {
    return interrupt();
  } catch (thrown) {
    return thrown;
  }
}

test('a rejection of an error that has its line has no other one, and an uncaught exception has', async () => {
  const { lines, captured, failures } = setUpFailures();
  const error = new Error('broken');
  failures.reportCaught(error);
  await failures.processFailed(error, 'unhandledRejection');
  expect(lines).toMatchObject([{ msg: 'error reported' }]);
  await failures.processFailed(error, 'uncaughtException');
  expect(lines).toMatchObject([{ msg: 'error reported' }, { msg: 'process failed' }]);
  expect(captured).toHaveLength(1);
});

test('scrubs a secret in a path', async () => {
  const { lines, captured, failures } = setUpFailures();
  await failures.requestFailed(withDigest(eventId), aRequest({ path: '/reset/jo@example.org' }));
  expect(lines).toMatchObject([{ path: '/reset/[masked]' }]);
  expect(captured).toMatchObject([[{}, eventId, { request: { url: '/reset/[masked]' } }]]);
});

describe('a caught error', () => {
  test('has one line and one event, and its digest is returned', () => {
    const { lines, captured, failures } = setUpFailures();
    const error = new Error('broken');
    const digest = failures.reportCaught(error);
    expect(digest).toBe(shownDigestOf(error));
    expect(lines).toMatchObject([{ level: 'error', msg: 'error reported', digest, error: { message: 'broken' } }]);
    expect(captured).toMatchObject([[error, digest, { isHandled: true, tags: { digest } }]]);
  });

  test('is one event when it is thrown for a request later, and the line of the request has the same digest', async () => {
    const { lines, captured, failures } = setUpFailures();
    const error = new Error('broken');
    const digest = failures.reportCaught(error);
    await failures.requestFailed(error, aRequest());
    expect(captured).toHaveLength(1);
    expect(lines).toMatchObject([
      { msg: 'error reported', digest },
      { msg: 'request failed', digest },
    ]);
  });

  test('is one line and one event when it is thrown in the same request, and hides no other failure', async () => {
    for (const by of ['report', 'sdk']) {
      const { lines, captured, failures } = setUpFailures();
      await inRequest()(async () => {
        const error = new Error('broken');
        if (by === 'report') failures.reportCaught(error);
        else await failures.sdkCalled({ eventId: newEventId(), scope: new Scope(), repeat: () => {}, thrown: error });
        await failures.requestFailed(error, aRequest());
      });
      expect([captured.length, lines.map(({ msg }) => msg)]).toEqual([1, ['error reported']]);
      await inRequest()(async () => {
        failures.reportCaught(new Error('caught'));
        await failures.requestFailed(Object.assign(new Error('late'), { code: 'ERR_HTTP_HEADERS_SENT' }), aRequest());
      });
      expect(lines.map(({ msg }) => msg)).toEqual(['error reported', 'error reported', 'request failed']);
    }
  });

  test('that a library gave a digest of its own is one event, whose id the line has', () => {
    const { lines, captured, failures } = setUpFailures();
    const error = withDigest('2338064195');
    expect([failures.reportCaught(error), failures.reportCaught(error)]).toEqual(['2338064195', '2338064195']);
    expect(captured).toHaveLength(1);
    expect(lines).toMatchObject(Array(2).fill({ digest: '2338064195', event: captured[0]?.[1] }));
  });

  test('past the budget has a short line and no event', () => {
    const { lines, captured, dropped, failures } = setUpFailures(undefined, { take: () => false });
    const digest = failures.reportCaught(new Error('broken'));
    expect(captured).toEqual([]);
    expect(dropped).toEqual([[digest, 'too many alike']]);
    expect(lines).toMatchObject([{ digest, dropped: 'too many alike', error: { type: 'Error', message: 'broken' } }]);
  });
});

describe('a call of the SDK', () => {
  const call = { eventId, scope: new Scope(), repeat: () => {} };

  test('with an error has a line and an event under the id that the SDK returned, which is the digest of the error', async () => {
    const { lines, captured, failures } = setUpFailures();
    const thrown = new Error('broken');
    await failures.sdkCalled({ ...call, thrown });
    expect(captured).toMatchObject([[thrown, eventId, { isHandled: true, scope: call.scope, repeat: call.repeat }]]);
    expect(lines).toMatchObject([{ msg: 'error reported', digest: eventId, error: { message: 'broken' } }]);
    expect(shownDigestOf(thrown)).toBe(eventId);
  });

  test('with an error that has an event makes no second one, and its line has both ids', async () => {
    const { lines, captured, failures } = setUpFailures();
    const thrown = new Error('broken');
    const digest = failures.reportCaught(thrown);
    await failures.sdkCalled({ ...call, thrown });
    expect(captured).toHaveLength(1);
    expect(lines[1]).toMatchObject({ msg: 'error reported', digest, sdkEventId: eventId });
  });

  test('with an error that has a digest of its own and an event has a line with all three', async () => {
    const { lines, captured, failures } = setUpFailures();
    const thrown = withDigest('2338064195');
    failures.reportCaught(thrown);
    await failures.sdkCalled({ ...call, thrown });
    expect(lines[1]).toMatchObject({ digest: '2338064195', event: captured[0]?.[1], sdkEventId: eventId });
    expect(captured[0]?.[1]).not.toBe(eventId);
  });

  test('with a message that the SDK has made of a template has that message, and its id', async () => {
    const { lines, captured, failures } = setUpFailures();
    await failures.sdkCalled({ ...call, message: parameterize`${2} of ${3}`, severity: 'info' });
    expect(lines).toMatchObject([{ digest: eventId, message: '2 of 3' }]);
    expect(captured).toMatchObject([['2 of 3', eventId, {}]]);
  });

  test.each([
    ['fatal', 'error'],
    ['error', 'error'],
    ['warning', 'warn'],
    ['info', 'info'],
    ['debug', 'info'],
    [undefined, 'info'],
  ] as const)('with a message of the severity %s has a line of the level %s', async (severity, level) => {
    const { lines, captured, failures } = setUpFailures();
    await failures.sdkCalled({ ...call, message: 'password=hunter2', severity });
    expect(lines).toMatchObject([{ level, msg: 'event reported', digest: eventId, message: 'password=[masked]' }]);
    expect(captured).toMatchObject([['password=hunter2', eventId, {}]]);
  });
});

test('the line and the event have the ids that a request had', async () => {
  const { lines, captured, failures } = setUpFailures();
  const headers = { 'x-request-id': 'request-7', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await failures.requestFailed(withDigest(eventId), aRequest({ headers }));
  expect(lines).toMatchObject([{ requestId: 'request-7', trace_id: 'a'.repeat(32) }]);
  expect(captured).toMatchObject([[{}, eventId, { tags: { request_id: 'request-7' } }]]);
});
