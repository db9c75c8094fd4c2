import { createEnvelope, type EventEnvelope } from '@sentry/core';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createServerTransport } from '../../../candor/server/transport';
import { readName } from '../../../candor/delivery/outbox-file';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { receiverOfThisTest, setUpDelivery } from '../delivery/set-up-delivery';

const eventId = '0123456789abcdef0123456789abcdef';
const event = { event_id: eventId, message: 'Grüße' };
const envelope = createEnvelope<EventEnvelope>({ event_id: eventId, sent_at: 'x' }, [[{ type: 'event' }, event]]);

test('delivers the event and counts it with all the others', async () => {
  const receiver = await receiverOfThisTest();
  const { delivery } = await setUpDelivery({ receiver });
  expect(await createServerTransport(delivery).send(envelope)).toEqual({});
  await waitUntil('its being counted', () => delivery.report().sent === 1);
  expect(receiver.arrivals.map(({ event }) => event)).toEqual([event]);
  expect(delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
});

test('is done when the event is on disk, and then has nothing to flush', async () => {
  const { delivery, folder } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'refused', reason: 'x' }) });
  const transport = createServerTransport(delivery);
  await transport.send(envelope);
  expect((await readdir(folder)).map((name) => readName(name)?.eventId)).toEqual([eventId]);
  expect(await transport.flush()).toBe(true);
});

test.each([503, 429])(
  'keeps what the service answers with %i: the SDK hears of no limit and drops nothing',
  async (status) => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(status, {}, { 'Retry-After': '60', 'X-Sentry-Rate-Limits': '60::organization' }));
    const { delivery } = await setUpDelivery({ receiver });
    const transport = createServerTransport(delivery);
    expect([await transport.send(envelope), await transport.send(envelope)]).toEqual([{}, {}]);
    await waitUntil('both to be queued', () => delivery.stateOf(eventId).state === 'queued');
    expect(delivery.report()).toMatchObject({ sent: 0, queued: 2, dropped: {} });
  },
);

test('counts once what the service will never take', async () => {
  const receiver = await receiverOfThisTest();
  receiver.answer(respondWith(400));
  const { delivery } = await setUpDelivery({ receiver });
  await createServerTransport(delivery).send(envelope);
  const state = { state: 'dropped', reason: 'the service answered 400' };
  await waitUntil('the answer', () => delivery.stateOf(eventId).state === 'dropped');
  expect(delivery.stateOf(eventId)).toEqual(state);
  expect(delivery.report().dropped).toEqual({ [state.reason]: 1 });
});

test('tells that an event is dropped that is larger than any service takes', async () => {
  const receiver = await receiverOfThisTest();
  const { delivery, logged } = await setUpDelivery({ receiver });
  const large = { ...event, message: 'x'.repeat(1024 * 1024) };
  const envelopeOf = (event: object) =>
    createEnvelope<EventEnvelope>({ event_id: eventId, sent_at: 'x' }, [[{ type: 'event' }, event]]);
  expect(await createServerTransport(delivery).send(envelopeOf(large))).toEqual({});
  expect(delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'The event is larger than 1 MiB.' });
  expect(logged('event not delivered')).toHaveLength(1);
  await createServerTransport(delivery).send(envelope);
  await waitUntil('the next one', () => delivery.report().sent === 1);
  expect(receiver.arrivals).toHaveLength(1);
});
