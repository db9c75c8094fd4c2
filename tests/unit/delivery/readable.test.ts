import { expect, test } from 'vitest';
import type { Readable } from '../../../candor/src/delivery/stored-queue';
import { replaceEvent } from '../../../candor/src/envelope/replace-payload';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { keptIn, textKeptIn } from '../outbox/use-outbox';
import { envelopeOf, idOf, setUpWithService, unusableFolder } from './set-up-delivery';

const raw = '\n{"type":"event"}\n{"a":"raw"}';
const readableJson = '{"a":"readable"}';

/** A delivery that makes each event readable, once, when `read` is called. */
async function setUp(...[respond, options]: Parameters<typeof setUpWithService>) {
  const reading: (() => void)[] = [];
  const made: [string, string][] = [];
  const readable: Readable = (envelope, madeBy) => {
    if (Buffer.from(envelope.bytes).includes(readableJson)) return Promise.resolve(envelope);
    made.push([envelope.eventId, madeBy]);
    return new Promise((resolve) => reading.push(() => resolve(replaceEvent(envelope, Buffer.from(readableJson)))));
  };
  const { receiver, ...rest } = await setUpWithService(respond, { readable, ...options });
  return {
    ...rest,
    receiver,
    made,
    read: () => waitUntil('the event to be read', () => reading.splice(0).map((each) => each()).length),
    isRead: () => waitUntil('the event to be read', () => reading.length > 0),
    events: () => receiver.arrivals.map(({ event }) => JSON.stringify(event)),
  };
}

test('an event of the server is kept as it is, and sent when it is readable', async () => {
  const { delivery, folder, isEmpty, read, isRead, made, events } = await setUp();
  await delivery.submit(envelopeOf(1, raw));
  await isRead();
  expect(textKeptIn(folder)).toContain('{"a":"raw"}');
  expect(events()).toEqual([]);
  await read();
  await waitUntil('the event to be gone from disk', isEmpty);
  expect([events(), made]).toEqual([[readableJson], [[idOf(1), 'server']]]);
});

test('events that the service defers are kept as they were sent, and those of a pause are kept readable, so none is read again', async () => {
  const { delivery, receiver, folder, isEmpty, read, made, events } = await setUp(respondWith(503));
  for (const number of [1, 2]) {
    await delivery.submit(envelopeOf(number, raw));
    await read();
    await waitUntil('nothing but readable events', async () => {
      const kept = textKeptIn(folder);
      return keptIn(folder).length === number && kept.split(readableJson).length > number && !kept.includes('"raw"');
    });
  }
  expect(delivery.stats().queued).toBe(2);
  receiver.answer(respondWith(200));
  await waitUntil('the events to be gone from disk', isEmpty);
  expect(new Set(events())).toEqual(new Set([readableJson]));
  expect(made).toEqual([[idOf(1), 'server'], [idOf(2), 'server']]); // prettier-ignore
});

test('an event that waits in memory is made readable', async () => {
  const { delivery, receiver, read, events } = await setUp(undefined, await unusableFolder());
  await delivery.submit(envelopeOf(1, raw));
  await read();
  await waitUntil('the event', () => receiver.arrivals[0]);
  expect(events()).toEqual([readableJson]);
});

test.each([
  ['sent, and kept nowhere', undefined, { state: 'sent' }, [readableJson], ''],
  ['queued, and kept readable', respondWith(503), { state: 'queued' }, [readableJson], readableJson],
])('an event of a browser is made readable before it is %s', async (_, respond, result, sent, kept) => {
  const { delivery, folder, read, isRead, made, events } = await setUp(respond);
  const accepted = delivery.accept(envelopeOf(1, raw));
  await isRead();
  expect(events()).toEqual([]);
  await read();
  expect([await accepted, events(), made]).toEqual([result, sent, [[idOf(1), 'browser']]]);
  expect(textKeptIn(folder).split('\n').at(-1)).toBe(kept);
});
