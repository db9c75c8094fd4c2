import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { parseFileName } from '../../../candor/delivery/outbox-file';
import { faults, respondWith, type Respond } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { holdingRelay, sent } from './make-relays';
import { envelopeOf, idOf, leaveBehind, receiverOfThisTest, setUpDelivery, tempFolder } from './set-up-delivery';

const eventId = '0123456789abcdef0123456789abcdef';
const envelope = envelopeOf(eventId);
const reason = 'the service responded with 403';

describe('accept', () => {
  test('sends the envelope under the DSN of the service, counts it, and neither logs nor keeps anything', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder, lines } = await setUpDelivery({ receiver });
    expect(await delivery.accept(envelope)).toEqual({ state: 'sent' });
    expect(receiver.arrivals.map(({ header }) => header)).toEqual([{ ...envelope.header, dsn: receiver.dsn }]);
    expect(await delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
    expect(delivery.last()).toEqual({ state: 'sent' });
    expect(delivery.report()).toEqual({ sent: 1, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null });
    expect(lines).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('calls an event sending before the service has responded', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery } = await setUpDelivery({ receiver });
    const held = new Promise<Parameters<Respond>[0]>((resolve) => receiver.answer(resolve));
    const accepting = delivery.accept(envelope);
    const response = await held;
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'sending' });
    response.end('{}');
    await accepting;
  });

  test('counts and logs an envelope that the service will never accept, and keeps none of it', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(403, { detail: 'no such project' }));
    const { delivery, folder, lines } = await setUpDelivery({ receiver });
    expect(await delivery.accept(envelope)).toEqual({ state: 'dropped', status: 403, error: 'no such project' });
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason });
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 0, dropped: { [reason]: 1 } });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'event not delivered',
        event: eventId,
        status: 403,
        reason,
        detail: 'no such project',
        next: 'dropped',
      }),
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('gives the status as the error where the service says nothing', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(403));
    const { delivery } = await setUpDelivery({ receiver });
    expect(await delivery.accept(envelope)).toEqual({ state: 'dropped', status: 403, error: reason });
  });

  test.each<[string, Respond]>([
    ['a 500', respondWith(500)],
    ['a 503', respondWith(503)],
    ['a 301', respondWith(301, '', { Location: '/' })],
    ['a 408', respondWith(408)],
    ['a 429', respondWith(429)],
    ['a connection reset halfway', faults['reset halfway']!],
    ['a connection reset at once', faults.reset!],
  ])('has the envelope on disk when it says queued, after %s', async (_, respond) => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respond);
    const { delivery, folder, logged } = await setUpDelivery({ receiver });
    expect(await delivery.accept(envelope)).toEqual({ state: 'queued' });
    expect((await readdir(folder)).map(parseFileName)).toEqual([expect.objectContaining({ eventId })]);
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'queued' });
    expect(delivery.last()).toEqual({ state: 'queued' });
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 1, dropped: {}, oldestQueuedSeconds: 0 });
    expect(logged('event not delivered')).toEqual([
      expect.objectContaining({ event: eventId, next: 'kept and tried again' }),
    ]);
  });

  test('sends nothing during a pause, and keeps new envelopes', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(503));
    const { delivery } = await setUpDelivery({ receiver });
    await delivery.accept(envelopeOf(idOf(1)));
    receiver.answer(respondWith(200));
    expect(await delivery.accept(envelopeOf(idOf(2)))).toEqual({ state: 'queued' });
    expect(receiver.arrivals).toHaveLength(1);
    expect(delivery.report()).toMatchObject({ queued: 2 });
  });
});

describe('submit', () => {
  test('has the event on disk before the first attempt, and removes it once it is sent', async () => {
    const folder = await tempFolder();
    const found: (string | undefined)[] = [];
    const relay = async (): Promise<SendResult> => {
      found.push(...(await readdir(folder)).map((name) => parseFileName(name)?.eventId));
      return { state: 'sent' };
    };
    const { delivery } = await setUpDelivery({ folder, relay });
    await delivery.submit(envelope);
    await waitUntil('the event to be gone from disk', async () => (await readdir(folder)).length === 0);
    expect(found).toEqual([eventId]);
    expect(await delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
  });

  test('does not wait for the service, nor let another process send the same event meanwhile', async () => {
    const { held, relay } = holdingRelay();
    const { delivery, folder } = await setUpDelivery({ relay });
    await delivery.submit(envelope);
    const receiver = await receiverOfThisTest();
    const other = await setUpDelivery({ folder, receiver });
    await leaveBehind(folder, envelopeOf(idOf(1)));
    await other.delivery.start();
    await receiver.waitForEvent(() => true);
    await other.delivery.stop();
    expect(receiver.arrivals.map(({ header }) => header.event_id)).toEqual([idOf(1)]);
    held[0]?.(sent);
    await delivery.stop();
    expect(await readdir(folder)).toEqual([]);
  });

  test('removes, counts and logs an event that the service will never accept', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(403));
    const { delivery, folder, logged } = await setUpDelivery({ receiver });
    await delivery.submit(envelope);
    await waitUntil('the drop', () => logged('event not delivered')[0]);
    await delivery.stop();
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 0, dropped: { [reason]: 1 } });
    expect(await readdir(folder)).toEqual([]);
  });

  test('leaves the event on disk, unclaimed, when the service does not accept it', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(503));
    const { delivery, folder } = await setUpDelivery({ receiver });
    await delivery.submit(envelope);
    await waitUntil('the failed attempt', async () => (await delivery.stateOf(eventId)).state === 'queued');
    await delivery.stop();
    expect((await readdir(folder)).map((name) => parseFileName(name)?.claimedUntil)).toEqual([undefined]);
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 1, dropped: {} });
  });
});

test('counts and logs an event that never becomes an envelope', async () => {
  const { delivery, lines } = await setUpDelivery({ relay: async () => sent });
  delivery.drop(eventId, 'why');
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect(delivery.report().dropped).toEqual({ why: 1 });
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'event not delivered', event: eventId, reason: 'why', next: 'dropped' }),
  ]);
});

test('only counts an event that its caller logs', async () => {
  const { delivery, lines } = await setUpDelivery({ relay: async () => sent });
  delivery.countDropped(eventId, 'why');
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect(delivery.report().dropped).toEqual({ why: 1 });
  expect(lines).toEqual([]);
});

test('counts envelopes from browsers and events of the server together', async () => {
  const receiver = await receiverOfThisTest();
  const { delivery } = await setUpDelivery({ receiver });
  await Promise.all([delivery.accept(envelopeOf(idOf(1))), delivery.submit(envelopeOf(idOf(2)))]);
  await waitUntil('both', () => delivery.report().sent === 2);
  expect(delivery.report()).toMatchObject({ sent: 2, queued: 0 });
});
