import { describe, expect, test } from 'vitest';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import { findAll, keptIn } from '../outbox/use-outbox';
import { faults, respondWith, type Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { holdingRelay, sent } from './make-relays';
import { envelopeOf, eventIdsOf, idOf, plenty, setUpDelivery, setUpWithService } from './set-up-delivery';

const eventId = '0123456789abcdef0123456789abcdef';
const envelope = envelopeOf(eventId);
const reason = 'the service responded with 403';

describe('accept', () => {
  test('sends the envelope under the DSN of the service, counts it, and neither logs nor keeps anything', async () => {
    const { receiver, delivery, folder, lines } = await setUpWithService();
    expect(await delivery.accept(envelope)).toEqual({ state: 'sent' });
    expect(receiver.arrivals.map(({ header }) => header)).toEqual([{ ...envelope.header, dsn: receiver.dsn }]);
    expect(await delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
    expect(delivery.stats()).toEqual({ sent: 1, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null });
    expect([lines, keptIn(folder)]).toEqual([[], []]);
  });

  test('calls an event sending before the service has responded', async () => {
    const { receiver, delivery } = await setUpWithService();
    const held = new Promise<Parameters<Respond>[0]>((resolve) => receiver.answer(resolve));
    const accepting = delivery.accept(envelope);
    const response = await held;
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'sending' });
    response.end('{}');
    await accepting;
  });

  test('counts and logs an envelope that the service will never accept, and keeps none of it', async () => {
    const detail = 'no such project';
    const { delivery, folder, lines } = await setUpWithService(respondWith(403, { detail }));
    expect(await delivery.accept(envelope)).toEqual({ state: 'dropped', status: 403, error: detail });
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason });
    expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0, dropped: { [reason]: 1 } });
    const line = { level: 'warn', msg: 'event not delivered', event: eventId, status: 403, reason };
    expect(lines).toEqual([expect.objectContaining({ ...line, detail, next: 'dropped' })]);
    expect(keptIn(folder)).toEqual([]);
  });

  test.each<[string, Respond]>([
    ['a 503', respondWith(503)],
    ['a connection reset at once', faults.reset!],
  ])('has the envelope on disk when it says queued, after %s', async (_, respond) => {
    const { delivery, folder, logged } = await setUpWithService(respond);
    const queued = { state: 'queued' };
    expect(await delivery.accept(envelope)).toEqual(queued);
    expect(keptIn(folder)).toEqual([expect.objectContaining({ eventId })]);
    expect(await delivery.stateOf(eventId)).toEqual(queued);
    expect(delivery.stats()).toMatchObject({ sent: 0, queued: 1, dropped: {}, oldestQueuedSeconds: 0 });
    const line = { event: eventId, next: 'kept and tried again' };
    expect(logged('event not delivered')).toEqual([expect.objectContaining(line)]);
  });
});

describe('submit', () => {
  test('has the event on disk before the first attempt, and removes it once it is sent', async () => {
    const found: string[] = [];
    const { delivery, folder, isEmpty } = await setUpDelivery({
      relay: async () => {
        found.push(...keptIn(folder).map((entry) => entry.eventId));
        return sent;
      },
    });
    await delivery.submit(envelope);
    await waitUntil('the event to be gone from disk', isEmpty);
    expect(found).toEqual([eventId]);
    expect(await delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
  });

  test('does not wait for the service, nor let another process send the same event meanwhile', async () => {
    const { held, relay } = holdingRelay();
    const { delivery, folder, leave } = await setUpDelivery({ relay });
    await delivery.submit(envelope);
    const other = await setUpWithService(undefined, { folder });
    await leave(1);
    await other.delivery.start();
    await other.receiver.waitForEvent(() => true);
    await other.delivery.stop();
    expect(eventIdsOf(other.receiver.arrivals)).toEqual([idOf(1)]);
    held[0]?.(sent);
    await delivery.stop();
    expect(keptIn(folder)).toEqual([]);
  });

  test('removes, counts and logs an event that the service will never accept', async () => {
    const { delivery, folder, logged } = await setUpWithService(respondWith(403));
    await delivery.submit(envelope);
    await waitUntil('the drop', () => logged('event not delivered')[0]);
    await delivery.stop();
    expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0, dropped: { [reason]: 1 } });
    expect(keptIn(folder)).toEqual([]);
  });

  test('leaves the event to the next process when the service does not accept it', async () => {
    const { delivery, folder } = await setUpWithService(respondWith(503));
    await delivery.submit(envelope);
    await waitUntil('the failed attempt', async () => (await delivery.stateOf(eventId)).state === 'queued');
    await delivery.stop();
    expect(await findAll(createOutbox(folder, plenty))).toEqual([eventId]);
    expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0, dropped: {} });
  });
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
