import { createEnvelope, type EventEnvelope } from '@sentry/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDelivery, type Delivery } from '../../../app/_delivery/delivery';
import { parseDsn } from '../../../app/_delivery/dsn';
import { createRelay } from '../../../app/_delivery/relay';
import { createLog } from '../../../app/_reporting/log';
import { createServerTransport } from '../../../app/_reporting/server-transport';
import { respondWith, startReceiver, type Receiver, type Respond } from '../../support/receiver';

const eventId = '0123456789abcdef0123456789abcdef';
const event = { event_id: eventId, message: 'Grüße' };
const envelope = createEnvelope<EventEnvelope>({ event_id: eventId, sent_at: 'x' }, [[{ type: 'event' }, event]]);

let receiver: Receiver;
let delivery: Delivery;
beforeEach(async () => {
  receiver = await startReceiver();
  const log = createLog({ write: () => {} });
  delivery = createDelivery({ dsn: parseDsn(receiver.dsn), relay: createRelay({ timeoutMs: 5_000 }), log });
});
afterEach(() => receiver.close());

test('delivers the event and counts it', async () => {
  expect(await createServerTransport(delivery).send(envelope)).toEqual({ statusCode: 200 });
  expect(receiver.arrivals.map(({ event }) => event)).toEqual([event]);
  expect(delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
});

test('counts as dropped what nobody will repeat', async () => {
  receiver.answer(respondWith(503));
  await createServerTransport(delivery).send(envelope);
  expect(delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'the service answered 503' });
  expect(delivery.counters().dropped).toEqual({ 'the service answered 503': 1 });
});

test('counts once what the service will never take', async () => {
  receiver.answer(respondWith(400));
  await createServerTransport(delivery).send(envelope);
  expect(delivery.counters().dropped).toEqual({ 'the service answered 400': 1 });
});

test('flushes when the service has answered, and not before', async () => {
  const transport = createServerTransport(delivery);
  const held = new Promise<Parameters<Respond>[0]>((resolve) => receiver.answer(resolve));
  const order: string[] = [];
  const sending = transport.send(envelope);
  const flushing = transport.flush().then(() => order.push('flushed'));
  const response = await held;
  order.push('answered');
  response.end('{}');
  await Promise.all([sending, flushing]);
  expect(order).toEqual(['answered', 'flushed']);
  expect(delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
});
