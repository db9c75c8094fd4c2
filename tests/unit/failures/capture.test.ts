import { createEnvelope, serializeEnvelope, type Envelope as SdkEnvelope, type EventEnvelope } from '@sentry/core';
import { afterEach, expect, test, vi } from 'vitest';
import { buildField, openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { createServerTransport, keepCaptures } from '../../../candor/src/failures/capture';
import { waitUntil } from '../../support/wait-until';
import { idOf, setUpDelivery, setUpWithService } from '../delivery/set-up-delivery';
import { keptIn } from '../outbox/use-outbox';

const [eventId, otherId] = [idOf(1), idOf(2)];
const event = { event_id: eventId, message: 'Grüße' };
const eventItem = [{ type: 'event' }, event];
const envelopeOf = (event: { event_id: string }) =>
  createEnvelope<EventEnvelope>({ event_id: event.event_id, sent_at: 'x' }, [[{ type: 'event' }, event]]);
const envelope = envelopeOf(event);

/** A delivery whose service accepts everything, or is down, and the transport of the SDK that hands its events to it. */
async function setUp(state: 'sent' | 'retry' = 'sent') {
  const set = await setUpDelivery({ relay: async () => (state === 'sent' ? { state } : { state, reason: 'x' }) });
  return { ...set, transport: createServerTransport(set.delivery), kept: () => keptIn(set.folder) };
}

afterEach(() => void vi.useRealTimers());

test('hands over an event as if it had been read from its bytes, with the name of a build that has maps', async () => {
  const submitted: Envelope[] = [];
  const delivery = { submit: async (envelope: Envelope) => void submitted.push(envelope), drop: () => {} };
  for (const build of [undefined, 'ours']) await createServerTransport(delivery, build).send(envelope);
  const [plain, named] = submitted as [Envelope, Envelope];
  expect(plain).toEqual(openEnvelope(Buffer.from(serializeEnvelope(envelope))));
  expect(named).toEqual(openEnvelope(named.bytes));
  expect(named.header).toEqual({ ...plain.header, [buildField]: 'ours' });
  expect(named.rest).toEqual(plain.rest);
});

test.each<[string, unknown[], reason?: string]>([
  ['has an attachment', [eventItem, [{ type: 'attachment', length: 1, filename: 'a' }, 'a']]],
  ['is not an event', [[{ type: 'session' }, { sid: 'x' }]], expect.any(String) as string],
  ['is too large', [[{ type: 'event' }, { ...event, text: 'x'.repeat(1 << 20) }]], 'The event is larger than 1 MiB.'],
])('an envelope that %s is sent, or dropped with its reason', async (_, items, reason) => {
  const { receiver, delivery, logged } = await setUpWithService();
  const transport = createServerTransport(delivery);
  expect(await transport.send([{ event_id: eventId }, items] as SdkEnvelope)).toEqual({});
  const dropped = reason === undefined ? [] : [{ event: eventId, next: 'dropped', reason }];
  expect(logged('event not delivered')).toMatchObject(dropped);
  await transport.send(envelopeOf({ event_id: otherId }));
  await waitUntil('the next one', () => delivery.stats().sent === 2 - dropped.length);
  expect(receiver.arrivals).toHaveLength(2 - dropped.length);
  if (reason === undefined) expect(receiver.arrivals[0]?.bytes.toString()).toContain('"type":"attachment"');
});

test('an event that was sent is on disk, also for who waits for it, and then there is nothing to flush', async () => {
  const { transport, kept } = await setUp('retry');
  const whenKept = transport.whenKept(eventId).then(kept);
  await transport.send(envelope);
  expect([kept(), await whenKept]).toMatchObject([[{ eventId }], [{ eventId }]]);
  expect(await transport.flush()).toBe(true);
});

test('the wait for an event ends after 2 s if it never comes, and not by another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { transport } = await setUp();
  const resolved = vi.fn();
  const kept = transport.whenKept(eventId).then(resolved);
  await transport.send(envelopeOf({ event_id: otherId }));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(resolved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await kept;
  expect(vi.getTimerCount()).toBe(0);
});

test('the wait for an event ends at once when it is given up, which is counted and logged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { delivery, transport, lines } = await setUp();
  const kept = transport.whenKept(eventId);
  transport.giveUp(eventId, 'why');
  await kept;
  expect(vi.getTimerCount()).toBe(0);
  expect(delivery.stats().dropped).toEqual({ why: 1 });
  expect(lines).toMatchObject([{ msg: 'event not delivered', event: eventId, reason: 'why', next: 'dropped' }]);
});

/** A capture by a client that sends its events by the transport, as the server's does, after `capturing`. */
async function setUpCapture(capturing: (id: string) => unknown) {
  const set = await setUp();
  const capture = keepCaptures(async (_, id) => {
    await capturing(id);
    void set.transport.send(envelopeOf({ event_id: id }));
  }, set);
  return { ...set, capture: (id: string) => capture('x', id, { tags: {}, isHandled: false }) };
}

test('a capture is kept by delivery when that stops', async () => {
  let goOn = () => {};
  const { delivery, capture, kept } = await setUpCapture(() => new Promise<void>((resolve) => (goOn = resolve)));
  void capture(eventId);
  const stopping = delivery.stop();
  goOn();
  await stopping;
  expect(delivery.stats()).toMatchObject({ sent: 0, dropped: {} });
  expect(kept()).toMatchObject([{ eventId }]);
});

test('a capture at which the SDK throws is dropped, and waited for no longer', async () => {
  const { delivery, capture } = await setUpCapture((id) => {
    if (id === eventId) throw new TypeError('choked');
  });
  await expect(capture(eventId)).rejects.toThrow('choked');
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'the reporter failed' });
  await capture(otherId);
  await waitUntil('the event', async () => (await delivery.stateOf(otherId)).state === 'sent');
});
