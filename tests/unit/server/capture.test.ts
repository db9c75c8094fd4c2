import { createEnvelope, type EventEnvelope } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { captureWhenLoaded } from '../../../candor/server/capture';
import type { CaptureFailure } from '../../../candor/server/failure-reporter';
import { snapshotScopes } from '../../../candor/server/scopes';
import { createServerTransport } from '../../../candor/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery } from '../delivery/set-up-delivery';

const circumstances = { transaction: 'GET /', tags: {}, isHandled: false, scopes: snapshotScopes() };

/** An SDK that sends its events by the transport, as the server's does; `starts` counts how often it was started. */
async function setUp(options: { starting?: () => Promise<void>; capturing?: CaptureFailure } = {}) {
  const { delivery, logged } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'sent' }) });
  const transport = createServerTransport(delivery);
  const captured: string[] = [];
  let starts = 0;
  const startSdk = async (): Promise<CaptureFailure> => {
    starts += 1;
    await options.starting?.();
    return async (...failure) => {
      await options.capturing?.(...failure);
      const [, event_id] = failure;
      captured.push(event_id);
      void transport.send(
        createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id }]]),
      );
    };
  };
  const { capture, load } = captureWhenLoaded({ startSdk, transport, delivery });
  return {
    delivery,
    logged,
    captured,
    starts: () => starts,
    load,
    capture: (id: string) => capture('x', id, circumstances),
  };
}

test('starts the SDK once, at the first failure', async () => {
  const { captured, capture, starts } = await setUp();
  expect(starts()).toBe(0);
  await Promise.all([capture(idOf(1)), capture(idOf(2))]);
  await capture(idOf(3));
  expect(starts()).toBe(1);
  expect(captured).toEqual([idOf(1), idOf(2), idOf(3)]);
});

test('starts the SDK once, when it is loaded before the first failure', async () => {
  const { captured, capture, load, starts } = await setUp();
  const loading = load();
  expect(starts()).toBe(1);
  await Promise.all([loading, capture(idOf(1))]);
  await load();
  expect(starts()).toBe(1);
  expect(captured).toEqual([idOf(1)]);
});

test('starts the SDK again at a failure, when loading it before failed', async () => {
  const startings = [() => Promise.reject(new Error('no such chunk')), () => Promise.resolve()];
  const { captured, capture, load } = await setUp({ starting: () => startings.shift()!() });
  await expect(load()).rejects.toThrow('no such chunk');
  await capture(idOf(1));
  expect(captured).toEqual([idOf(1)]);
});

test('calls an event sending while the SDK starts, and resolves when the event is kept', async () => {
  let goOn = () => {};
  const { delivery, capture } = await setUp({ starting: () => new Promise((resolve) => (goOn = resolve)) });
  const capturing = capture(idOf(1));
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
  goOn();
  await capturing;
  await waitUntil('the event to be sent', async () => (await delivery.stateOf(idOf(1))).state === 'sent');
});

test('keeps an event whose SDK is still starting when delivery stops', async () => {
  let goOn = () => {};
  const { delivery, capture } = await setUp({ starting: () => new Promise((resolve) => (goOn = resolve)) });
  void capture(idOf(1));
  const stopping = delivery.stop();
  goOn();
  await stopping;
  expect(delivery.report()).toMatchObject({ sent: 0, queued: 1, dropped: {} });
});

test('drops an event whose SDK does not start, and starts the SDK again for the next one', async () => {
  const startings = [() => Promise.reject(new Error('no such chunk')), () => Promise.resolve()];
  const { delivery, logged, captured, capture, starts } = await setUp({ starting: () => startings.shift()!() });
  await expect(capture(idOf(1))).rejects.toThrow('no such chunk');
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'the reporter failed' });
  expect(delivery.report().dropped).toEqual({ 'the reporter failed': 1 });
  expect(logged('event not delivered')).toEqual([
    expect.objectContaining({ event: idOf(1), reason: 'the reporter failed', next: 'dropped' }),
  ]);
  await capture(idOf(2));
  expect(starts()).toBe(2);
  expect(captured).toEqual([idOf(2)]);
});

test('drops every event that waits for an SDK that does not start', async () => {
  const { delivery, capture } = await setUp({ starting: () => Promise.reject(new Error('no such chunk')) });
  const results = await Promise.allSettled([capture(idOf(1)), capture(idOf(2))]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(delivery.report().dropped).toEqual({ 'the reporter failed': 2 });
});

test.each<[string, CaptureFailure]>([
  [
    'throws',
    (_, id) => {
      if (id === idOf(1)) throw new TypeError('choked');
    },
  ],
  ['rejects', (_, id) => (id === idOf(1) ? Promise.reject(new TypeError('choked')) : undefined)],
])('drops an event at which the SDK %s, and waits for it no longer', async (_, capturing) => {
  const { delivery, capture } = await setUp({ capturing });
  await expect(capture(idOf(1))).rejects.toThrow('choked');
  expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'dropped' });
  await capture(idOf(2));
  await waitUntil('the next one', async () => (await delivery.stateOf(idOf(2))).state === 'sent');
});

test('gives the event its 2 s to be kept from when the SDK has started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let goOn = () => {};
  const { capture, delivery } = await setUp({ starting: () => new Promise((resolve) => (goOn = resolve)) });
  const capturing = capture(idOf(1)).then(async () => (await delivery.stateOf(idOf(1))).state);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
  goOn();
  await vi
    .waitFor(() => expect(delivery.report()).toMatchObject({ sent: 1 }), { timeout: 4_000 })
    .finally(() => vi.useRealTimers());
  expect(await capturing).not.toBe('unknown');
});
