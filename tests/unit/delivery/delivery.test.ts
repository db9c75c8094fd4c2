import { afterEach, expect, test, vi } from 'vitest';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { findAll, keptIn } from '../outbox/use-outbox';
import { faults, respondWith, type Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { sent } from './make-relays';
import { envelopeOf, idOf, plenty, setUpDelivery, setUpWithService } from './set-up-delivery';

const eventId = idOf(3);
const envelope = envelopeOf(3);
const idsLeftIn = (folder: string) => findAll(createOutbox(folder, plenty));

afterEach(() => void vi.useRealTimers());

const [detail, reason] = ['no such project', 'the service responded with 403'];
const queued = { state: 'queued' };
const denial = { level: 'warn', status: 403, reason, detail, next: 'dropped' };
const none = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };
const waiting = { ...none, queued: 1, oldestQueuedSeconds: 0, downSince: null };
const later = { next: 'kept and tried again' };

test.each<[string, respond: Respond | undefined, accepted: object, state: object, stats: object, line?: object]>([
  ['accepts', undefined, sent, { ...sent, afterMs: expect.any(Number) }, { ...none, sent: 1 }],
  [
    'will never accept',
    respondWith(403, { detail }),
    { state: 'dropped', status: 403, error: detail },
    { state: 'dropped', reason },
    { ...none, dropped: { [reason]: 1 } },
    denial,
  ],
  ['defers', respondWith(503), queued, queued, waiting, later],
  ['cuts off', faults.reset!, queued, queued, waiting, later],
])('an envelope that the service %s is counted and logged, and kept only to be sent later', async (_, ...row) => {
  const [respond, accepted, state, stats, line] = row;
  for (const method of ['accept', 'submit'] as const) {
    const { delivery, folder, lines } = await setUpWithService(respond);
    expect(delivery.stats().queued).toBeNull(); // The disk has not been asked.
    await delivery.start();
    const result = await delivery[method](envelope);
    if (method === 'accept') expect(result).toEqual(accepted);
    await waitUntil('the attempt', () => lines.length > 0 || delivery.stats().sent > 0);
    expect(await delivery.stateOf(eventId)).toEqual(state);
    const kept = state === queued ? [eventId] : [];
    await waitUntil('its file', () => keptIn(folder).length === kept.length);
    expect(delivery.stats()).toEqual(stats);
    const logged = line && { msg: 'event not delivered', event: eventId, ...line };
    expect(lines).toEqual(logged ? [expect.objectContaining(logged)] : []);
    await delivery.stop();
    expect(await idsLeftIn(folder)).toEqual(kept);
  }
});

const line = { msg: 'event not delivered', event: eventId, reason: 'why', next: 'dropped' };
test.each([
  ['counts and logs an event that never becomes an envelope', 'drop', [expect.objectContaining(line)]],
  ['only counts an event that its caller logs', 'countDropped', []],
] as const)('%s', async (_, method, logged) => {
  const { delivery, lines } = await setUpDelivery({ relay: async () => sent });
  delivery[method](eventId, 'why');
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect(delivery.stats().dropped).toEqual({ why: 1 });
  expect(lines).toEqual(logged);
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

test('after stop nothing is sent: later envelopes are kept for the next run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { delivery, folder } = await setUpDelivery({ relay: async () => sent });
  await delivery.start();
  await delivery.stop();
  expect(await delivery.accept(envelope)).toEqual({ state: 'queued' });
  expect(vi.getTimerCount()).toBe(0);
  expect(keptIn(folder)).toHaveLength(1);
});
