import { afterEach, expect, test, vi } from 'vitest';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { findAll, keptIn } from '../outbox/use-outbox';
import { waitUntil } from '../../support/wait-until';
import { holdingRelay, sent } from './make-relays';
import { envelopeOf, idOf, plenty, setUpDelivery } from './set-up-delivery';

const eventId = idOf(3);
const envelope = envelopeOf(3);
const idsLeftIn = (folder: string) => findAll(createOutbox(folder, plenty));

afterEach(() => void vi.useRealTimers());

test('stop waits for requests in flight', async () => {
  const { held, relay } = holdingRelay();
  const { delivery, folder } = await setUpDelivery({ relay });
  const order: string[] = [];
  const accepting = delivery.accept(envelopeOf(1));
  await delivery.submit(envelopeOf(2));
  await waitUntil('both to be in flight', () => held.length === 2);
  const stopping = delivery.stop().then(() => order.push('stopped'));
  order.push('responded');
  for (const respond of held) respond(sent);
  await Promise.all([stopping, accepting]);
  expect(order).toEqual(['responded', 'stopped']);
  expect(delivery.stats()).toMatchObject({ sent: 2, queued: 0 });
  expect(keptIn(folder)).toEqual([]);
});

test('stop waits for an event that is being captured, and for its being submitted', async () => {
  const { delivery, folder } = await setUpDelivery({ relay: async () => sent });
  let finish = () => {};
  const order: string[] = [];
  const capture = new Promise<void>((resolve) => (finish = resolve))
    .then(() => delivery.submit(envelope))
    .then(() => order.push('kept'));
  void delivery.trackCapture(eventId, () => capture);
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'sending' });
  const stopping = delivery.stop().then(() => order.push('stopped'));
  const idle = await setUpDelivery({});
  await idle.delivery.stop(); // A delivery with nothing in flight has stopped by now.
  expect(order).toEqual([]);
  finish();
  await stopping;
  expect(order).toEqual(['kept', 'stopped']);
  expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0 });
  expect(await idsLeftIn(folder)).toEqual([eventId]);
});

test('stop does not fail with a capture that fails', async () => {
  const { delivery } = await setUpDelivery({ relay: async () => sent });
  const capture = Promise.reject(new Error('no such chunk'));
  void delivery.trackCapture(eventId, () => capture).catch(() => {});
  await delivery.stop();
  await expect(capture).rejects.toThrow('no such chunk');
});

test('stop leaves an event that is being submitted sent, or to the next run at once', async () => {
  const { held, relay } = holdingRelay();
  const { delivery, folder } = await setUpDelivery({ relay });
  const submitting = delivery.submit(envelope);
  const stopping = delivery.stop();
  await submitting;
  held[0]?.(sent);
  await stopping;
  expect(await idsLeftIn(folder)).toEqual(held.length > 0 ? [] : [eventId]);
});

test('after stop nothing is sent: later envelopes are kept for the next run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { delivery, folder } = await setUpDelivery({ relay: async () => sent });
  await delivery.start();
  await delivery.stop();
  expect(await delivery.accept(envelope)).toEqual({ state: 'queued' });
  expect(vi.getTimerCount()).toBe(0);
  expect(keptIn(folder)).toHaveLength(1);
});
