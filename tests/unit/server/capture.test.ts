import { createEnvelope, type EventEnvelope } from '@sentry/core';
import { expect, test } from 'vitest';
import { keepCaptures } from '../../../candor/server/capture';
import type { CaptureFailure } from '../../../candor/server/failure-reporter';
import { createServerTransport } from '../../../candor/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery } from '../delivery/set-up-delivery';

/** A client that sends its events by the transport, as the server's does, after `capturing`. */
async function setUp(capturing: CaptureFailure = () => {}) {
  const { delivery, logged } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'sent' }) });
  const transport = createServerTransport(delivery);
  const captureAndSend: CaptureFailure = async (...failure) => {
    await capturing(...failure);
    const [, event_id] = failure;
    void transport.send(createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id }]]));
  };
  const capture = keepCaptures(captureAndSend, { transport, delivery });
  return { delivery, logged, capture: (id: string) => capture('x', id, { tags: {}, isHandled: false }) };
}

function heldBack() {
  let goOn = () => {};
  const capturing = () => new Promise<void>((resolve) => (goOn = resolve));
  return { capturing, goOn: () => goOn() };
}

test('calls an event sending while it is captured, and resolves when it is kept', async () => {
  const { capturing, goOn } = heldBack();
  const { delivery, capture } = await setUp(capturing);
  const done = capture(idOf(1));
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
  goOn();
  await done;
  await waitUntil('the event to be sent', async () => (await delivery.stateOf(idOf(1))).state === 'sent');
});

test('keeps an event that is being captured when delivery stops', async () => {
  const { capturing, goOn } = heldBack();
  const { delivery, capture } = await setUp(capturing);
  void capture(idOf(1));
  const stopping = delivery.stop();
  goOn();
  await stopping;
  expect(delivery.report()).toMatchObject({ sent: 0, queued: 1, dropped: {} });
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
  const { delivery, logged, capture } = await setUp(capturing);
  await expect(capture(idOf(1))).rejects.toThrow('choked');
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'the reporter failed' });
  expect(delivery.report().dropped).toEqual({ 'the reporter failed': 1 });
  expect(logged('event not delivered')).toEqual([
    expect.objectContaining({ event: idOf(1), reason: 'the reporter failed', next: 'dropped' }),
  ]);
  await capture(idOf(2));
  await waitUntil('the next one', async () => (await delivery.stateOf(idOf(2))).state === 'sent');
});
