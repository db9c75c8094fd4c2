import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDelivery } from '../../../app/_delivery/delivery';
import { parseDsn } from '../../../app/_delivery/dsn';
import { openEnvelope } from '../../../app/_delivery/envelope';
import { createRelay } from '../../../app/_delivery/relay';
import { createLog } from '../../../app/_reporting/log';
import { respondWith, startReceiver, type Receiver, type Respond } from '../../support/receiver';

const eventId = '0123456789abcdef0123456789abcdef';
const envelope = openEnvelope(
  Buffer.from(`{"event_id":"${eventId}","dsn":"https://a@b.test/1"}\n{"type":"event"}\n{}`),
);

let receiver: Receiver;
let lines: string[];
beforeEach(async () => {
  receiver = await startReceiver();
  lines = [];
});
afterEach(() => receiver.close());

function createDeliveryTo({ dsn }: Receiver) {
  const log = createLog({ write: (line) => void lines.push(line) });
  return createDelivery({ dsn: parseDsn(dsn), relay: createRelay({ timeoutMs: 5_000 }), log });
}

test('sends the envelope under the DSN of the service, counts it and logs nothing', async () => {
  const delivery = createDeliveryTo(receiver);
  expect(await delivery.deliver(envelope)).toEqual({ state: 'sent' });
  expect(receiver.arrivals.map(({ header }) => header)).toEqual([{ event_id: eventId, dsn: receiver.dsn }]);
  expect(delivery.stateOf(eventId)).toMatchObject({ state: 'sent' });
  expect(delivery.counters()).toMatchObject({ sent: 1, dropped: {} });
  expect(lines).toEqual([]);
});

test('knows an event as on its way before the service has answered', async () => {
  const delivery = createDeliveryTo(receiver);
  const held = new Promise<Parameters<Respond>[0]>((resolve) => receiver.answer(resolve));
  const delivering = delivery.deliver(envelope);
  const response = await held;
  expect(delivery.stateOf(eventId)).toEqual({ state: 'sending' });
  response.end('{}');
  await delivering;
});

test('counts what the service will never take as dropped, and logs what it said', async () => {
  receiver.answer(respondWith(403, { detail: 'no such project' }));
  const delivery = createDeliveryTo(receiver);
  await delivery.deliver(envelope);
  const reason = 'the service answered 403';
  expect(delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason });
  expect(delivery.counters()).toMatchObject({ sent: 0, dropped: { [reason]: 1 } });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'event not delivered',
      event: eventId,
      status: 403,
      reason,
      detail: 'no such project',
    }),
  ]);
});

test('leaves what was refused on its way until its sender gives it up', async () => {
  receiver.answer(respondWith(503));
  const delivery = createDeliveryTo(receiver);
  expect(await delivery.deliver(envelope)).toMatchObject({ state: 'refused' });
  expect(delivery.stateOf(eventId)).toEqual({ state: 'sending' });
  expect(delivery.counters().dropped).toEqual({});
  expect(lines).toHaveLength(1);

  delivery.drop(envelope, 'given up');
  expect(delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'given up' });
  expect(delivery.counters().dropped).toEqual({ 'given up': 1 });
});
