import { describe, expect, test } from 'vitest';
import { keptIn } from '../outbox/use-outbox';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { notTaken, recordingRelay, sent } from './make-relays';
import { envelopeOf, idOf, setUpDelivery, setUpWithService, unusableFolder } from './set-up-delivery';

fakeTimeInEachTest();

describe('where nothing can be kept', () => {
  test('a browser gets a Retry-After when the service fails and during its pause', async () => {
    const respond = respondWith(429, {}, { 'Retry-After': '30' });
    const { receiver, delivery, logged } = await setUpWithService(respond, await unusableFolder());
    const error = 'The envelope can be neither sent nor kept now.';
    for (const digit of [1, 2]) {
      const accepted = await delivery.accept(envelopeOf(digit));
      expect(accepted).toEqual({ state: 'unavailable', error, retryAfterSeconds: expect.any(Number) });
      expect(await delivery.stateOf(idOf(digit))).toEqual({ state: 'unknown' });
    }
    expect(receiver.arrivals).toHaveLength(1);
    expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0, dropped: {} });
    const line = { level: 'error', reason: 'ENOTDIR' };
    expect(logged('the outbox cannot be written')).toEqual([expect.objectContaining(line)]);
  });

  test('an event of the server waits in memory, and is sent though the disk stays unusable', async () => {
    const { eventIds, relay } = recordingRelay(() => sent);
    const { delivery } = await setUpDelivery({ ...(await unusableFolder()), relay });
    await delivery.submit(envelopeOf(1));
    expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'queued' });
    expect(delivery.stats()).toMatchObject({ queued: 1 });
    await inTime('the event to be sent', () => delivery.stats().sent === 1);
    expect(eventIds()).toEqual([idOf(1)]);
    expect(delivery.stats()).toMatchObject({ sent: 1, queued: 0 });
  });

  test('an event of the server waits in memory until the disk and the service are back', async () => {
    const { folder, makeUsable } = await unusableFolder();
    const { receiver, delivery, lines, logged } = await setUpWithService(respondWith(503), { folder });
    await delivery.submit(envelopeOf(1));
    await delivery.accept(envelopeOf(2));
    await makeUsable();
    receiver.answer(respondWith(200));
    await inTime('the event', () => receiver.arrivals.find(({ header }) => header.event_id === idOf(1)));
    await waitUntil('its being counted', () => delivery.stats().sent === 1);
    expect(receiver.arrivals.at(-1)?.header.sent_at).not.toBe('2020-01-01T00:00:00.000Z');

    receiver.answer(respondWith(503));
    await delivery.accept(envelopeOf(3));
    expect(keptIn(folder)).toHaveLength(1);
    expect(lines.filter(({ msg }) => /^the outbox can be/.test(msg))).toHaveLength(1);
    expect(logged('the outbox cannot be written')).toHaveLength(1);
  });

  test('memory is bounded: the oldest event is dropped, counted and logged', async () => {
    const relay = async () => ({ ...notTaken, limits: { all: 3_600 } });
    const { delivery, logged } = await setUpDelivery({ ...(await unusableFolder()), relay });
    await delivery.accept(envelopeOf(1)); // Not taken, so that nothing is sent meanwhile.
    const ids = Array.from({ length: 101 }, (_, index) => String(index).padStart(32, 'a'));
    for (const id of ids) await delivery.submit(envelopeOf(id));
    const reason = 'neither disk nor memory had room';
    expect(delivery.stats()).toMatchObject({ queued: 100, dropped: { [reason]: 1 } });
    expect(await delivery.stateOf(ids[0] ?? '')).toEqual({ state: 'dropped', reason });
    expect(await delivery.stateOf(ids[1] ?? '')).toEqual({ state: 'queued' });
    expect(logged('event not delivered').at(-1)).toMatchObject({ event: ids[0], reason, next: 'dropped' });
  });
});
