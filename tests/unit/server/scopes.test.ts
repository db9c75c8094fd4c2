import 'next/dist/server/node-environment-baseline'; // Next imports it before its storages.
import { workAsyncStorage, type WorkStore } from 'next/dist/server/app-render/work-async-storage.external';
import { type Client, getDefaultCurrentScope, getDefaultIsolationScope, Scope } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { leaveRequest, runInContext } from '../../../candor/src/http/request-context';
import { isolateRequests } from '../../../candor/src/server/scopes';
import { forgetSdk, inRequest } from './in-request';
import { createForwardingClient, type SdkCall } from '../../../candor/src/server/forwarding-client';
import { startSdkClient } from '../../../candor/src/server/sdk-client';
import { keepEvents } from './keep-events';

describe('scopes', () => {
  const client = { name: 'forwarding' } as unknown as Client;
  const ownTags = () => Sentry.getIsolationScope().getScopeData().tags;

  beforeEach(() => {
    forgetSdk();
    isolateRequests(client);
  });

  test('what a request sets is in that request only, also after waiting', async () => {
    const tagsOf = (name: string) =>
      inRequest(async () => {
        Sentry.setTag('name', name);
        await Promise.resolve(); // The other request sets its tag.
        Sentry.setTag(name, 'yes');
        return ownTags();
      });
    const [ofA, ofB] = await Promise.all([tagsOf('a'), tagsOf('b')]);
    expect(ofA).toEqual({ name: 'a', a: 'yes' });
    expect(ofB).toEqual({ name: 'b', b: 'yes' });
    expect(ownTags()).toEqual({});
    expect(inRequest(ownTags)).toEqual({});
    Sentry.setTag('set_outside', 'yes');
    expect(inRequest(ownTags), 'in all that come later').toEqual({ set_outside: 'yes' });
  });

  test('a request that only Next knows of has its own, too', () => {
    const work = {} as WorkStore;
    workAsyncStorage.run(work, () => Sentry.setTag('name', 'a'));
    const found = [work, {} as WorkStore].map((store) => workAsyncStorage.run(store, ownTags));
    expect([...found, ownTags()]).toEqual([{ name: 'a' }, {}, {}]);
  });

  test('what a runtime sets that starts within a request is for all, and what that request sets is its own', async () => {
    forgetSdk();
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    const register = async () => {
      leaveRequest();
      await pause();
      isolateRequests(client);
      await pause();
      Sentry.setTag('set_at_start', 'yes');
      await pause();
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
  ])('each request has a trace %s (%s)', (_, traceparent, known) => {
    const trace = () =>
      runInContext({ request: { headers: { traceparent } } }, () => {
        const { traceId, parentSpanId } = Sentry.getCurrentScope().getPropagationContext();
        expect(Sentry.getCurrentScope().getPropagationContext().traceId).toBe(traceId);
        return { traceId, parentSpanId };
      });
    const [one, other] = [trace(), trace()];
    expect(one).toMatchObject(known);
    expect(one.traceId === other.traceId).toBe('traceId' in known);
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
      Sentry.withIsolationScope((scope) => {
        expect(scope).toBe(Sentry.getIsolationScope());
        Sentry.setTag('inner', 'yes');
        expect(ownTags()).toEqual({ of_request: 'yes', inner: 'yes' });
      });
      expect(Sentry.withIsolationScope(given, ownTags)).toEqual({ given: 'yes' });
      expect(tagsOfAll()).toEqual({ of_request: 'yes' });
    });
  });

  test('a client of a team comes in the place of ours, which it does not find at the start, or stays with its scopes', () => {
    const ofTeam = { name: 'of the team' } as unknown as Client;
    expect(inRequest(() => Sentry.getClient())).toBe(client);
    expect([Sentry.getClient(), getDefaultIsolationScope().getClient()]).toEqual([undefined, undefined]);
    Sentry.getCurrentScope().setClient(ofTeam);
    expect([Sentry.getClient(), inRequest(() => Sentry.getClient())]).toEqual([ofTeam, ofTeam]);

    forgetSdk();
    getDefaultCurrentScope().setClient(ofTeam);
    const before = Sentry.getIsolationScope();
    isolateRequests(client);
    expect(Sentry.getClient()).toBe(ofTeam);
    expect(inRequest(() => Sentry.getIsolationScope())).toBe(before);
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
    const arrived = async () => {
      await real.flush();
      return sent;
    };
    return { client, calls, arrived };
  }

  beforeEach(forgetSdk);

  const error = () => new Error('broken');
  const message = 'broken';
  const [eventId, event_id] = ['e'.repeat(32), 'e'.repeat(32)];
  const tagged = { tags: { own: 'yes' } };
  const feedback = expect.objectContaining({ message: 'It broke.' }) as object;

  test.each<[string, () => string, call: object, event: object]>([
    ['captureException', () => Sentry.captureException(error()), { thrown: error() }, { exception: expect.anything() }],
    ['captureException with a string', () => Sentry.captureException('broken'), { thrown: 'broken' }, {}],
    ['captureException with tags', () => Sentry.captureException(error(), tagged), { thrown: error() }, tagged],
    [
      'captureMessage',
      () => Sentry.captureMessage(message, 'warning'),
      { message, severity: 'warning' },
      { message, level: 'warning' },
    ],
    ['captureEvent', () => Sentry.captureEvent({ message }), { message }, { message }],
    ['captureEvent with an id', () => Sentry.captureEvent({ message, event_id }), { eventId }, { event_id }],
    [
      'captureEvent with an error',
      () => Sentry.captureEvent({ level: 'error' }, { originalException: error() }),
      { thrown: error() },
      { level: 'error' },
    ],
    [
      'captureFeedback',
      () => Sentry.captureFeedback({ message: 'It broke.' }),
      { message: 'feedback' },
      { type: 'feedback', contexts: expect.objectContaining({ feedback }) },
    ],
  ])('forwards %s under the id that was returned', async (_, capture, call, event) => {
    for (const run of [inRequest, (work: () => string) => work()]) {
      const { calls, arrived } = setUp();
      const id = run(capture);
      expect(calls).toEqual([expect.objectContaining({ ...call, eventId: id })]);
      expect(await arrived()).toMatchObject([{ ...event, event_id: id }]);
      forgetSdk();
    }
  });

  test('forwards the scopes as they are at the call', async () => {
    const { arrived } = setUp();
    inRequest(() => {
      Sentry.setTag('of_request', 'before');
      Sentry.withScope((scope) => {
        scope.setTag('of_scope', 'before');
        Sentry.captureException(error());
        scope.setTag('of_scope', 'after');
      });
      Sentry.setTag('of_request', 'after');
    });
    expect(await arrived()).toMatchObject([{ tags: { of_scope: 'before', of_request: 'before' } }]);
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
