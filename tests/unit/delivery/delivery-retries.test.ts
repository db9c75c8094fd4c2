import { expect, test } from 'vitest';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import { respondWith } from '../../support/fake-ingest';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { notTaken, recordingRelay, sent } from './make-relays';
import { envelopeOf, idOf, setUpDelivery, setUpWithService } from './set-up-delivery';

fakeTimeInEachTest();

test('an envelope that the service did not accept is sent when the service is back, with a new sent_at and no other byte changed', async () => {
  const everyByte = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
  const attachment = Buffer.from('\n{"type":"event"}\n{} \r\n{"type": "attachment", "length":512}\n');
  const rest = Buffer.concat([attachment, everyByte, Buffer.from('\n\n')]);
  const { receiver, delivery, isEmpty } = await setUpWithService(respondWith(503));
  const envelope = envelopeOf(1, rest);
  await delivery.accept(envelope);
  receiver.answer(respondWith(200));
  await inTime('the outbox to be empty', isEmpty);

  const [early, late] = receiver.arrivals.map(({ bytes }) => openEnvelope(bytes));
  expect(receiver.arrivals).toHaveLength(2);
  expect(early?.header).toEqual({ ...envelope.header, dsn: receiver.dsn });
  expect(late?.header).toEqual({ ...early?.header, sent_at: expect.any(String) });
  expect(Date.parse(String(late?.header.sent_at))).toBeGreaterThan(Date.parse('2026-01-01'));
  expect(Buffer.from(late?.rest ?? []).equals(rest)).toBe(true);
  expect(delivery.stats()).toMatchObject({ sent: 1, queued: 0, dropped: {} });
  expect(await delivery.stateOf(idOf(1))).toMatchObject(sent);
});

test('an envelope that the service did not accept is tried alone at first, and four are sent together when the service is back', async () => {
  let isBack = false;
  let inFlight = 0;
  let most = 0;
  let allow = () => {};
  const areTogether = new Promise<void>((resolve) => (allow = resolve));
  const { eventIds, relay } = recordingRelay(async () => {
    most = Math.max(most, (inFlight += 1));
    if (inFlight === 4) allow();
    const isFirst = delivery.stats().sent === 0;
    await (isFirst ? undefined : areTogether);
    inFlight -= 1;
    return isBack ? sent : notTaken;
  });
  const { delivery, isEmpty, leave } = await setUpDelivery({ relay });
  await delivery.accept(envelopeOf(1));
  await leave(2, 3, 4, 5, 6, 7, 8, 9);
  await inTime('five tries', () => eventIds().length >= 5);
  expect(most).toBe(1);
  isBack = true;
  await inTime('the outbox to be empty', isEmpty);
  expect(most).toBe(4);
});

test('a service that is down is logged once and reported, and so is its return', async () => {
  let isBack = false;
  const { relay } = recordingRelay(() => (isBack ? sent : notTaken));
  const { delivery, logged, isEmpty } = await setUpDelivery({ relay });
  const since = new Date().toISOString();
  await delivery.submit(envelopeOf(1));
  await inTime('the log line', () => logged('reporting is down')[0]);
  const { downSince } = delivery.stats();
  expect(Date.parse(downSince ?? '') - Date.parse(since)).toBeLessThan(1_000);
  expect(logged('reporting is down')).toEqual([expect.objectContaining({ level: 'warn', since: downSince })]);
  isBack = true;
  await inTime('the outbox to be empty', isEmpty);
  expect(logged('reporting is down')).toHaveLength(1);
  expect(logged('reporting is up again')).toHaveLength(1);
  expect(delivery.stats().downSince).toBeNull();
});
