import { createEnvelope, serializeEnvelope, type Envelope as SdkEnvelope, type EventEnvelope } from '@sentry/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildField, openEnvelope, type Envelope } from '../../../candor/src/envelope/envelope';
import { keepCaptures } from '../../../candor/src/server/capture';
import type { CaptureFailure } from '../../../candor/src/server/failure';
import { createServerTransport } from '../../../candor/src/server/transport';
import { waitUntil } from '../../support/wait-until';
import { idOf, receiverOfThisTest, setUpDelivery } from '../delivery/set-up-delivery';
import { keptIn } from '../outbox/use-outbox';

const [eventId, otherId] = [idOf(1), idOf(2)];
const event = { event_id: eventId, message: 'Grüße' };
const envelopeOf = (event: { event_id: string }) =>
  createEnvelope<EventEnvelope>({ event_id: event.event_id, sent_at: 'x' }, [[{ type: 'event' }, event]]);
const envelope = envelopeOf(event);
const [, eventItems] = envelope;
const relay = () => Promise.resolve({ state: 'sent' } as const);
const relayLater = () => Promise.resolve({ state: 'retry', reason: 'x' } as const);

/** A delivery to a receiver or by a relay, and the transport of the SDK that hands its events to it. */
async function setUp(options: Parameters<typeof setUpDelivery>[0] = {}) {
  const receiver = await receiverOfThisTest();
  const set = await setUpDelivery({ receiver, ...options });
  const idsOnDisk = async () => keptIn(set.folder).map((entry) => entry.eventId);
  return { ...set, receiver, idsOnDisk, transport: createServerTransport(set.delivery) };
}

afterEach(() => void vi.useRealTimers());

/** What is handed over of this envelope by a server whose build has maps, if it is named. */
async function submittedBy(sent: SdkEnvelope, build?: string): Promise<Envelope | undefined> {
  const submitted: Envelope[] = [];
  const submit = async (envelope: Envelope) => void submitted.push(envelope);
  await createServerTransport({ submit, drop: () => {} }, build).send(sent);
  return submitted[0];
}

test('hands over an event as if it had been read from its bytes, with the name of a build that has maps', async () => {
  const plain = openEnvelope(Buffer.from(serializeEnvelope(envelope)));
  expect(await submittedBy(envelope)).toEqual(plain);
  const named = await submittedBy(envelope, 'ours');
  expect(named?.header).toEqual({ ...plain.header, [buildField]: 'ours' });
  expect(named && openEnvelope(named.bytes)).toEqual(named);
  expect(named?.rest).toEqual(plain.rest);
});

test.each<[string, unknown[], reason?: string]>([
  ['has an attachment', [...eventItems, [{ type: 'attachment', length: 1, filename: 'a' }, 'a']]],
  ['is not an event', [[{ type: 'session' }, { sid: 'x' }]], expect.any(String) as string],
  ['has two events', [...eventItems, ...eventItems], expect.any(String) as string],
  [
    'is larger than any service takes',
    [[{ type: 'event' }, { ...event, message: 'x'.repeat(1024 * 1024) }]],
    'The event is larger than 1 MiB.',
  ],
])('an envelope that %s is sent, or dropped with its reason', async (_, items, reason) => {
  const { receiver, delivery, transport, logged } = await setUp();
  expect(await transport.send([{ event_id: eventId }, items] as SdkEnvelope)).toEqual({});
  const dropped = reason === undefined ? [] : [{ event: eventId, next: 'dropped', reason }];
  expect(logged('event not delivered')).toMatchObject(dropped);
  await transport.send(envelopeOf({ event_id: otherId }));
  await waitUntil('the next one', () => delivery.stats().sent === 2 - dropped.length);
  expect(receiver.arrivals).toHaveLength(2 - dropped.length);
  if (reason === undefined) expect(receiver.arrivals[0]?.bytes.toString()).toContain('"type":"attachment"');
});

describe('whenKept', () => {
  test('resolves when the event is on disk, and so does the sending, which then has nothing to flush', async () => {
    const { transport, idsOnDisk } = await setUp({ relay: relayLater });
    const ids = transport.whenKept(eventId).then(idsOnDisk);
    await transport.send(envelope);
    expect(await idsOnDisk()).toEqual([eventId]);
    expect(await ids).toEqual([eventId]);
    expect(await transport.flush()).toBe(true);
  });

  test('resolves after 2 s for an event that never comes, and not for another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { transport } = await setUp({ relay });
    const resolved = vi.fn();
    const kept = transport.whenKept(eventId).then(resolved);
    await transport.send(envelopeOf({ event_id: otherId }));
    await vi.advanceTimersByTimeAsync(1_999);
    expect(resolved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await kept;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('resolves at once when the event is given up, which is counted and logged', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { delivery, transport, lines } = await setUp({ relay });
    const kept = transport.whenKept(eventId);
    transport.giveUp(eventId, 'why');
    await kept;
    expect(vi.getTimerCount()).toBe(0);
    expect(delivery.stats().dropped).toEqual({ why: 1 });
    expect(lines).toMatchObject([{ msg: 'event not delivered', event: eventId, reason: 'why', next: 'dropped' }]);
  });
});

describe('a capture', () => {
  /** By a client that sends its events by the transport, as the server's does, after `capturing`. */
  async function setUpCapture(capturing: (id: string) => unknown) {
    const { delivery, logged, folder, transport } = await setUp({ relay });
    const captureAndSend: CaptureFailure = async (_, id) => {
      await capturing(id);
      void transport.send(envelopeOf({ event_id: id }));
    };
    const capture = keepCaptures(captureAndSend, { transport, delivery });
    const isSent = (id: string) => waitUntil('the event', async () => (await delivery.stateOf(id)).state === 'sent');
    return {
      delivery,
      logged,
      folder,
      isSent,
      capture: (id: string) => capture('x', id, { tags: {}, isHandled: false }),
    };
  }
  let goOn = () => {};
  const capturing = () => new Promise<void>((resolve) => (goOn = resolve));

  test('is called sending, and resolves when its event is kept', async () => {
    const { delivery, capture, isSent } = await setUpCapture(capturing);
    const done = capture(eventId);
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'sending' });
    goOn();
    await done;
    await isSent(eventId);
  });

  test('is kept by delivery when that stops', async () => {
    const { delivery, capture, folder } = await setUpCapture(capturing);
    void capture(eventId);
    const stopping = delivery.stop();
    goOn();
    await stopping;
    expect(delivery.stats()).toMatchObject({ sent: 0, dropped: {} });
    expect(keptIn(folder)).toMatchObject([{ eventId }]);
  });

  const choke = (id: string) => {
    if (id === eventId) throw new TypeError('choked');
  };

  test.each<[string, (id: string) => unknown]>([
    ['throws', choke],
    ['rejects', async (id) => choke(id)],
  ])('at which the SDK %s is dropped, and waited for no longer', async (_, choking) => {
    const { delivery, logged, capture, isSent } = await setUpCapture(choking);
    await expect(capture(eventId)).rejects.toThrow('choked');
    const reason = 'the reporter failed';
    expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason });
    expect(delivery.stats().dropped).toEqual({ [reason]: 1 });
    expect(logged('event not delivered')).toMatchObject([{ event: eventId, reason, next: 'dropped' }]);
    await capture(otherId);
    await isSent(otherId);
  });
});
