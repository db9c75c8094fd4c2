import { Scope } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { beforeEach, expect, test } from 'vitest';
import { createForwardingClient, type SdkCall } from '../../../candor/src/server/forwarding-client';
import { isolateRequests } from '../../../candor/src/server/scopes';
import { startSdkClient } from '../../../candor/src/server/sdk-client';
import { forgetSdk, inRequest } from './in-request';
import { keepEvents } from './keep-events';

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

test('flush() waits for what was forwarded, no longer than it is told', async () => {
  let keep = () => {};
  const { client } = setUp(new Promise((resolve) => (keep = resolve)));
  client.captureException(error(), undefined, new Scope());
  expect(await client.flush(1)).toBe(false);
  const flushed = client.flush(20_000);
  keep();
  expect(await flushed).toBe(true);
});

test('takes a UUID for an event id, and no other text', () => {
  const { client, calls } = setUp();
  const event_id = '0B5F2C1E-8D3A-4C6F-9E7B-1A2D3C4E5F60';
  for (const id of [event_id, '<script>']) client.captureException(error(), { event_id: id }, new Scope());
  expect(calls[0]?.eventId).toBe('0b5f2c1e8d3a4c6f9e7b1a2d3c4e5f60');
  expect(calls[1]?.eventId).toMatch(/^[0-9a-f]{32}$/);
});
