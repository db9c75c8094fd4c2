import { type Client, getDefaultIsolationScope, Scope } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaveRequest, runInContext } from '../../../candor/src/http/request-context';
import { isolateRequests } from '../../../candor/src/sdk/scopes';
import { inRequest, keepEvents } from '../failures/in-request';
import { createForwardingClient, type SdkCall } from '../../../candor/src/failures/forwarding-client';
import { startSdkClient } from '../../../candor/src/sdk/sdk-client';

/** The SDK is as before its first call. */
const forgetSdk = () => void Reflect.deleteProperty(globalThis, '__SENTRY__');

describe('scopes', () => {
  const client = { name: 'forwarding' } as unknown as Client;
  const ownTags = () => Sentry.getIsolationScope().getScopeData().tags;

  beforeEach(() => {
    forgetSdk();
    isolateRequests(client);
  });

  test('what a runtime sets that starts within a request is for all, and what that request sets is its own', async () => {
    forgetSdk();
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    const register = async () => {
      leaveRequest();
      await pause();
      isolateRequests(client);
      Sentry.setTag('set_at_start', 'yes');
    };
    // As Next does it: the first request waits for the start, of which others may know.
    let registered: Promise<void> | undefined;
    const handle = (name: string) =>
      inRequest(async () => {
        await (registered ??= Promise.resolve().then(register));
        Sentry.setTag('name', name);
        await pause();
        return ownTags();
      });
    const atStart = { set_at_start: 'yes' };
    expect(await Promise.all(['a', 'b'].map(handle))).toEqual(['a', 'b'].map((name) => ({ ...atStart, name })));
    expect(inRequest(ownTags)).toEqual(atStart);
  });

  const [traceId, parentSpanId] = ['a'.repeat(32), 'b'.repeat(16)];

  test.each([
    ['of its caller', `00-${traceId}-${parentSpanId}-01`, { traceId, parentSpanId }],
    ['of its own', `ff-${traceId}-${parentSpanId}-01`, { parentSpanId: undefined }],
    ['of its own', undefined, { parentSpanId: undefined }],
  ])('each request has a trace %s (%s), at each time that it is asked for', (_, traceparent, known) => {
    const read = () => Sentry.getCurrentScope().getPropagationContext();
    const traces = [1, 2].map(() => runInContext({ request: { headers: { traceparent } } }, () => [read(), read()]));
    const [one, again, other] = traces.flat().map(({ traceId, parentSpanId }) => ({ traceId, parentSpanId }));
    expect(one).toMatchObject(known);
    expect(again).toEqual(one);
    expect(one?.traceId === other?.traceId).toBe('traceId' in known);
  });

  test('the functions of the SDK for scopes give back what they have changed', async () => {
    const tagsOfAll = () => ({ ...Sentry.getCurrentScope().getScopeData().tags, ...ownTags() });
    const given = new Sentry.Scope().setTag('given', 'yes');
    await inRequest(async () => {
      await Sentry.withScope(async (scope) => {
        scope.setTag('inner', 'yes');
        await Promise.resolve();
        Sentry.setTag('of_request', 'yes');
        expect(tagsOfAll()).toEqual({ inner: 'yes', of_request: 'yes' });
      });
      expect(Sentry.withScope(given, tagsOfAll)).toEqual({ given: 'yes', of_request: 'yes' });
      const tags = Sentry.withIsolationScope((scope) => (scope.setTag('inner', 'yes'), ownTags()));
      expect(tags).toEqual({ of_request: 'yes', inner: 'yes' });
      expect(Sentry.withIsolationScope(given, ownTags)).toEqual({ given: 'yes' });
      expect(tagsOfAll()).toEqual({ of_request: 'yes' });
    });
  });

  test('ours is the client of requests, and a team does not find it at the start', () => {
    expect(inRequest(() => Sentry.getClient())).toBe(client);
    expect([Sentry.getClient(), getDefaultIsolationScope().getClient()]).toEqual([undefined, undefined]);
  });
});

describe('the forwarding client', () => {
  /** A client whose forwarded calls are repeated at once, and what then arrives. */
  function setUp(forwarding: Promise<void> = Promise.resolve()) {
    const calls: SdkCall[] = [];
    const { sent, transport } = keepEvents();
    const dsn = 'http://publickey@127.0.0.1:1/42';
    const real = startSdkClient({ environment: 'staging', dsn, transport, stackParser: () => [], integrations: [] });
    const client = createForwardingClient(real, (call) => {
      calls.push(call);
      call.repeat(real, call.eventId, call.scope);
      return forwarding;
    });
    isolateRequests(client);
    return { client, calls, arrived: () => real.flush().then(() => sent) };
  }

  beforeEach(forgetSdk);

  const error = () => new Error('broken');
  const message = 'broken';
  const event_id = 'e'.repeat(32);
  const tagged = { tags: { own: 'yes' } };
  const warning = { message, level: 'warning' };
  const feedback = { contexts: { feedback: { message: 'It broke.' } }, type: 'feedback' };
  const withError = () => Sentry.captureEvent({ level: 'error' }, { originalException: error() });

  test.each<[string, () => string, call: object, event: object]>([
    ['captureException', () => Sentry.captureException(error()), { thrown: error() }, { exception: expect.anything() }],
    ['captureException with a string', () => Sentry.captureException('broken'), { thrown: 'broken' }, {}],
    ['captureException with tags', () => Sentry.captureException(error(), tagged), { thrown: error() }, tagged],
    ['captureMessage', () => Sentry.captureMessage(message, 'warning'), { message, severity: 'warning' }, warning],
    ['captureEvent', () => Sentry.captureEvent({ message }), { message }, { message }],
    ['captureEvent with an id', () => Sentry.captureEvent({ message, event_id }), { eventId: event_id }, { event_id }],
    ['captureEvent with an error', withError, { thrown: error() }, { level: 'error' }],
    ['captureFeedback', () => Sentry.captureFeedback({ message: 'It broke.' }), { message: 'feedback' }, feedback],
  ])('forwards %s under the id that was returned', async (_, capture, call, event) => {
    for (const run of [inRequest, (work: () => string) => work()]) {
      const { calls, arrived } = setUp();
      const id = run(capture);
      expect(calls).toMatchObject([{ ...call, eventId: id }]);
      expect(await arrived()).toMatchObject([{ ...event, event_id: id }]);
      forgetSdk();
    }
  });

  test('keeps breadcrumbs, and sends nothing that is not an error', async () => {
    const { client, arrived } = setUp();
    inRequest(() => {
      Sentry.addBreadcrumb({ message: 'before' });
      expect(Sentry.getIsolationScope().getLastBreadcrumb()).toMatchObject({ message: 'before' });
      expect(Sentry.startSpan({ name: 'a span' }, () => 7)).toBe(7);
      expect(Sentry.isEnabled()).toBe(true);
      expect(Sentry.getTraceData()).toEqual({});
      Sentry.logger.info('a line');
      Sentry.metrics.count('a number', 1);
      Sentry.startSession();
      Sentry.captureSession(true);
      Sentry.captureCheckIn({ monitorSlug: 'a job', status: 'ok' });
      expect(Sentry.getClient()).toBe(client);
    });
    expect(await arrived()).toEqual([]);
  });

  test('flush() waits for what was forwarded, no longer than it is told, under a UUID that is given, and no other text', async () => {
    let keep = () => {};
    const { client, calls } = setUp(new Promise((resolve) => (keep = resolve)));
    for (const event_id of ['0B5F2C1E-8D3A-4C6F-9E7B-1A2D3C4E5F60', '<script>'])
      client.captureException(error(), { event_id }, new Scope());
    expect(await client.flush(1)).toBe(false);
    const flushed = client.flush(20_000);
    keep();
    expect(await flushed).toBe(true);
    expect(calls[0]?.eventId).toBe('0b5f2c1e8d3a4c6f9e7b1a2d3c4e5f60');
    expect(calls[1]?.eventId).toMatch(/^[0-9a-f]{32}$/);
  });
});
