import { expect, test } from 'vitest';
import type { Readable } from '../../../candor/src/delivery/stored-queue';
import { replaceEvent } from '../../../candor/src/envelope/replace-payload';
import { respondWith } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import { keptIn, textKeptIn } from '../outbox/use-outbox';
import { envelopeOf, idOf, setUpWithService, unusableFolder } from './set-up-delivery';

const raw = '\n{"type":"event"}\n{"a":"raw"}';
const readableJson = '{"a":"readable"}';

/** Makes each event readable, once, when `read` is called. */
function heldReadable() {
  const reading: (() => void)[] = [];
  const made: [string, string][] = [];
  const readable: Readable = (envelope, madeBy) => {
    if (Buffer.from(envelope.bytes).includes(readableJson)) return Promise.resolve(envelope);
    made.push([envelope.eventId, madeBy]);
    return new Promise((resolve) => reading.push(() => resolve(replaceEvent(envelope, Buffer.from(readableJson)))));
  };
  /** @returns how many were waiting for it */
  const read = () => reading.splice(0).map((each) => each()).length;
  return { readable, made, reading, read };
}

const eventsOf = (receiver: { arrivals: { event?: object }[] }) => receiver.arrivals.map(({ event }) => event);
test('an event of the server is kept as it is, and sent when it is readable', async () => {
  const { readable, read, made, reading } = heldReadable();
  const { delivery, receiver, folder, isEmpty } = await setUpWithService(undefined, { readable });
  await delivery.submit(envelopeOf(1, raw));
  await waitUntil('the event to be read', () => reading.length > 0);
  expect(textKeptIn(folder)).toContain('{"a":"raw"}');
  expect(receiver.arrivals).toEqual([]);
  read();
  await waitUntil('the event to be gone from disk', isEmpty);
  expect(eventsOf(receiver)).toEqual([JSON.parse(readableJson)]);
  expect(made).toEqual([[idOf(1), 'server']]);
});

test('events that the service defers are kept as they were sent, and those of a pause are kept readable, so none is read again', async () => {
  const { readable, read, made } = heldReadable();
  const { delivery, receiver, folder, isEmpty } = await setUpWithService(respondWith(503), { readable });
  for (const number of [1, 2]) {
    await delivery.submit(envelopeOf(number, raw));
    await waitUntil('the event to be read', read);
    await waitUntil('nothing but readable events', async () => {
      const kept = textKeptIn(folder);
      return keptIn(folder).length === number && kept.split(readableJson).length > number && !kept.includes('"raw"');
    });
  }
  expect(delivery.stats().queued).toBe(2);
  receiver.answer(respondWith(200));
  await waitUntil('the events to be gone from disk', isEmpty);
  expect(eventsOf(receiver).every((event) => JSON.stringify(event) === readableJson)).toBe(true);
  expect(made).toEqual([[idOf(1), 'server'], [idOf(2), 'server']]); // prettier-ignore
});

test('an event that waits in memory is made readable', async () => {
  const { readable, read } = heldReadable();
  const { folder } = await unusableFolder();
  const { delivery, receiver } = await setUpWithService(undefined, { readable, folder });
  await delivery.submit(envelopeOf(1, raw));
  await waitUntil('the event to be read', read);
  await waitUntil('the event', () => receiver.arrivals[0]);
  expect(eventsOf(receiver)).toEqual([JSON.parse(readableJson)]);
});

test('an event of a browser is made readable before it is acknowledged, and kept nowhere', async () => {
  const { readable, read, reading, made } = heldReadable();
  const { delivery, receiver, folder } = await setUpWithService(undefined, { readable });
  const accepted = delivery.accept(envelopeOf(1, raw));
  await waitUntil('the event to be read', () => reading.length > 0);
  expect(receiver.arrivals).toEqual([]);
  read();
  expect(await accepted).toEqual({ state: 'sent' });
  expect([eventsOf(receiver), keptIn(folder)]).toEqual([[JSON.parse(readableJson)], []]);
  expect(made).toEqual([[idOf(1), 'browser']]);
});

test('an event of a browser that the service defers is kept readable', async () => {
  const { readable, read } = heldReadable();
  const { delivery, folder } = await setUpWithService(respondWith(503), { readable });
  const accepted = delivery.accept(envelopeOf(1, raw));
  await waitUntil('the event to be read', read);
  expect(await accepted).toEqual({ state: 'queued' });
  expect(textKeptIn(folder)).toContain(readableJson);
});
