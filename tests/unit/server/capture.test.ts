import { createEnvelope, type EventEnvelope } from '@sentry/core';
import { describe, expect, test } from 'vitest';
import { keepCaptures } from '../../../candor/src/server/capture';
import type { CaptureFailure } from '../../../candor/src/server/failure-reporter';
import { createServerTransport } from '../../../candor/src/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery } from '../delivery/set-up-delivery';
import { keptIn } from '../outbox/use-outbox';

/** A client that sends its events by the transport, as the server's does, after `capturing`. */
async function setUp(capturing: CaptureFailure = () => {}) {
  const { delivery, logged, folder } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'sent' }) });
  const transport = createServerTransport(delivery);
  const captureAndSend: CaptureFailure = async (...failure) => {
    await capturing(...failure);
    const [, event_id] = failure;
    void transport.send(createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id }]]));
  };
  const capture = keepCaptures(captureAndSend, { transport, delivery });
  return { delivery, logged, folder, capture: (id: string) => capture('x', id, { tags: {}, isHandled: false }) };
}

describe('while an event is being captured', () => {
  let goOn = () => {};
  const capturing = () => new Promise<void>((resolve) => (goOn = resolve));

  test('it is called sending, and the capture resolves when it is kept', async () => {
    const { delivery, capture } = await setUp(capturing);
    const done = capture(idOf(1));
    expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
    goOn();
    await done;
    await waitUntil('the event to be sent', async () => (await delivery.stateOf(idOf(1))).state === 'sent');
  });

  test('delivery keeps it when it stops', async () => {
    const { delivery, capture, folder } = await setUp(capturing);
    void capture(idOf(1));
    const stopping = delivery.stop();
    goOn();
    await stopping;
    expect(delivery.stats()).toMatchObject({ sent: 0, dropped: {} });
    expect(keptIn(folder)).toMatchObject([{ eventId: idOf(1) }]);
  });
});

test('an event that the SDK drops at once is dropped, and not called sending', async () => {
  const { delivery } = await setUp();
  const transport = createServerTransport(delivery);
  const drop: CaptureFailure = (_, id) => transport.giveUp(id, 'of no interest');
  await keepCaptures(drop, { transport, delivery })('x', idOf(1), { tags: {}, isHandled: false });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'of no interest' });
});

const choke = () => {
  throw new TypeError('choked');
};

test.each<[string, CaptureFailure]>([
  ['throws', (_, id) => (id === idOf(1) ? choke() : undefined)],
  ['rejects', async (_, id) => (id === idOf(1) ? choke() : undefined)],
])('drops an event at which the SDK %s, and waits for it no longer', async (_, capturing) => {
  const { delivery, logged, capture } = await setUp(capturing);
  await expect(capture(idOf(1))).rejects.toThrow('choked');
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'the reporter failed' });
  expect(delivery.stats().dropped).toEqual({ 'the reporter failed': 1 });
  const line = { event: idOf(1), reason: 'the reporter failed', next: 'dropped' };
  expect(logged('event not delivered')).toMatchObject([line]);
  await capture(idOf(2));
  await waitUntil('the next one', async () => (await delivery.stateOf(idOf(2))).state === 'sent');
});
