import { createEnvelope, type Envelope as SdkEnvelope, type EventEnvelope, serializeEnvelope } from '@sentry/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createServerTransport } from '../../../candor/src/server/transport';
import { buildField, type Envelope, openEnvelope } from '../../../candor/src/envelope/envelope';
import { keptIn } from '../outbox/use-outbox';
import { waitUntil } from '../../support/wait-until';
import { idOf, receiverOfThisTest, setUpDelivery, unusableFolder } from '../delivery/set-up-delivery';
import { keepCaptures } from '../../../candor/src/server/capture';
import type { CaptureFailure } from '../../../candor/src/server/failure-reporter';

const eventId = '0123456789abcdef0123456789abcdef';
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

test('hands over an event as if it had been read from its bytes', async () => {
  const submitted: Envelope[] = [];
  const submit = async (envelope: Envelope) => void submitted.push(envelope);
  await createServerTransport({ submit, drop: () => {} }).send(envelope);
  expect(submitted).toEqual([openEnvelope(Buffer.from(serializeEnvelope(envelope)))]);
});

/** What is handed over of this envelope by a server whose build has maps. */
async function submittedBy(sent: SdkEnvelope): Promise<Envelope | undefined> {
  const submitted: Envelope[] = [];
  const submit = async (envelope: Envelope) => void submitted.push(envelope);
  await createServerTransport({ submit, drop: () => {} }, 'ours').send(sent);
  return submitted[0];
}

test('names the build that has made the event, and changes nothing else', async () => {
  const submitted = await submittedBy(envelope);
  const plain = openEnvelope(Buffer.from(serializeEnvelope(envelope)));
  expect(submitted?.header).toEqual({ ...plain.header, [buildField]: 'ours' });
  expect(submitted && openEnvelope(submitted.bytes)).toEqual(submitted);
  expect(submitted?.rest).toEqual(plain.rest);
});

test('an event with an attachment keeps it', async () => {
  const attachment = [{ type: 'attachment', length: 1, filename: 'a' }, 'a'];
  const submitted = await submittedBy([envelope[0], [...eventItems, attachment]] as unknown as EventEnvelope);
  expect(submitted?.bytes.toString()).toContain('"type":"attachment"');
});

test.each<[string, unknown[]]>([
  ['is not an event', [[{ type: 'session' }, { sid: 'x' }]]],
  ['has two events', [...eventItems, ...eventItems]],
])('drops an envelope that %s', async (_, items) => {
  const { transport, logged } = await setUp({ relay });
  await transport.send([{ event_id: eventId }, items] as SdkEnvelope);
  expect(logged('event not delivered')).toMatchObject([{ event: eventId, next: 'dropped' }]);
});

test('resolves when the event is on disk, and has nothing to flush then', async () => {
  const { transport, idsOnDisk } = await setUp({ relay: relayLater });
  await transport.send(envelope);
  expect(await idsOnDisk()).toEqual([eventId]);
  expect(await transport.flush()).toBe(true);
});

test('drops an event that is larger than any service takes', async () => {
  const { receiver, delivery, transport, logged } = await setUp();
  const large = { ...event, message: 'x'.repeat(1024 * 1024) };
  expect(await transport.send(envelopeOf(large))).toEqual({});
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'The event is larger than 1 MiB.' });
  expect(logged('event not delivered')).toHaveLength(1);
  await transport.send(envelope);
  await waitUntil('the next one', () => delivery.stats().sent === 1);
  expect(receiver.arrivals).toHaveLength(1);
});

describe('whenKept', () => {
  test('resolves when the event is on disk', async () => {
    const { transport, idsOnDisk } = await setUp({ relay: relayLater });
    const ids = transport.whenKept(eventId).then(idsOnDisk);
    await transport.send(envelope);
    expect(await ids).toEqual([eventId]);
  });

  test('resolves when the event is in memory, since the disk does not take it', async () => {
    const { folder } = await unusableFolder();
    const { transport } = await setUp({ folder, relay });
    const kept = transport.whenKept(eventId);
    await transport.send(envelope);
    await kept;
  });

  test('resolves after 2 s for an event that never comes, and not for another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { transport } = await setUp({ relay });
    const resolved = vi.fn();
    const kept = transport.whenKept(eventId).then(resolved);
    await transport.send(envelopeOf({ event_id: idOf(1) }));
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

/** A client that sends its events by the transport, as the server's does, after `capturing`. */
async function setUpCapture(capturing: CaptureFailure = () => {}) {
  const { delivery, logged, folder } = await setUpDelivery({ relay: () => Promise.resolve({ state: 'sent' }) });
  const transport = createServerTransport(delivery);
  const captureAndSend: CaptureFailure = async (...failure) => {
    await capturing(...failure);
    const [, event_id] = failure;
    void transport.send(createEnvelope<EventEnvelope>({ event_id, sent_at: 'x' }, [[{ type: 'event' }, { event_id }]]));
  };
  const capture = keepCaptures(captureAndSend, { transport, delivery });
  return { delivery, logged, folder, capture: (id: string) => capture('x', id, { tags: {}, isHandled: false }) };
}

describe('while an event is being captured', () => {
  let goOn = () => {};
  const capturing = () => new Promise<void>((resolve) => (goOn = resolve));

  test('it is called sending, and the capture resolves when it is kept', async () => {
    const { delivery, capture } = await setUpCapture(capturing);
    const done = capture(idOf(1));
    expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'sending' });
    goOn();
    await done;
    await waitUntil('the event to be sent', async () => (await delivery.stateOf(idOf(1))).state === 'sent');
  });

  test('delivery keeps it when it stops', async () => {
    const { delivery, capture, folder } = await setUpCapture(capturing);
    void capture(idOf(1));
    const stopping = delivery.stop();
    goOn();
    await stopping;
    expect(delivery.stats()).toMatchObject({ sent: 0, dropped: {} });
    expect(keptIn(folder)).toMatchObject([{ eventId: idOf(1) }]);
  });
});

test('an event that the SDK drops at once is dropped, and not called sending', async () => {
  const { delivery } = await setUpCapture();
  const transport = createServerTransport(delivery);
  const drop: CaptureFailure = (_, id) => transport.giveUp(id, 'of no interest');
  await keepCaptures(drop, { transport, delivery })('x', idOf(1), { tags: {}, isHandled: false });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'of no interest' });
});

const choke = () => {
  throw new TypeError('choked');
};

test.each<[string, CaptureFailure]>([
  ['throws', (_, id) => (id === idOf(1) ? choke() : undefined)],
  ['rejects', async (_, id) => (id === idOf(1) ? choke() : undefined)],
])('drops an event at which the SDK %s, and waits for it no longer', async (_, capturing) => {
  const { delivery, logged, capture } = await setUpCapture(capturing);
  await expect(capture(idOf(1))).rejects.toThrow('choked');
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason: 'the reporter failed' });
  expect(delivery.stats().dropped).toEqual({ 'the reporter failed': 1 });
  const line = { event: idOf(1), reason: 'the reporter failed', next: 'dropped' };
  expect(logged('event not delivered')).toMatchObject([line]);
  await capture(idOf(2));
  await waitUntil('the next one', async () => (await delivery.stateOf(idOf(2))).state === 'sent');
});
