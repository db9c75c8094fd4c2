import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/delivery/service-response';
import { openEnvelope } from '../../../candor/delivery/envelope';
import { createKey, fileNameOf, parseFileName } from '../../../candor/delivery/outbox-file';
import type { Relay } from '../../../candor/delivery/relay';
import { respondWith, type Arrival } from '../../support/fake-ingest';
import { waitUntil } from '../../support/wait-until';
import {
  envelopeOf,
  idOf,
  inTime,
  leaveBehind,
  receiverOfThisTest,
  setUpDelivery,
  tempFolder,
} from './set-up-delivery';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(0); // Pauses of whole milliseconds: a rest of one lets no faked time pass.
});
afterEach(() => void vi.useRealTimers());

const empty = (folder: string) => async () => (await readdir(folder)).length === 0;
const idsOf = (arrivals: Arrival[]) => arrivals.map(({ header }) => header.event_id);

/** A relay that records the events it is given. */
function relayThat(respond: (eventId: string) => SendResult | Promise<SendResult>) {
  const asked: string[] = [];
  const relay: Relay = async (_, bytes) => {
    const { eventId = '' } = openEnvelope(bytes);
    asked.push(eventId);
    return respond(eventId);
  };
  return { asked, relay };
}
const notTaken: SendResult = { state: 'retry', status: 500, reason: 'the service answered 500' };

describe('an envelope that the service did not take', () => {
  test('is sent when the service is back, with a new sent_at and no other byte changed', async () => {
    const everyByte = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256));
    const attachment = Buffer.from('\n{"type":"event"}\n{} \r\n{"type": "attachment", "length":512}\n');
    const rest = Buffer.concat([attachment, everyByte, Buffer.from('\n\n')]);
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(503));
    const { delivery, folder } = await setUpDelivery({ receiver });
    const envelope = envelopeOf(idOf(1), rest);
    await delivery.accept(envelope);
    receiver.answer(respondWith(200));
    await inTime('the outbox to be empty', empty(folder));

    const [early, late] = receiver.arrivals.map(({ bytes }) => openEnvelope(bytes));
    expect(receiver.arrivals).toHaveLength(2);
    expect(early?.header).toEqual({ ...envelope.header, dsn: receiver.dsn });
    expect(late?.header).toEqual({ ...early?.header, sent_at: expect.any(String) });
    expect(Date.parse(String(late?.header.sent_at))).toBeGreaterThan(Date.parse('2026-01-01'));
    expect(Buffer.from(late?.rest ?? []).equals(rest)).toBe(true);
    expect(delivery.report()).toMatchObject({ sent: 1, queued: 0, dropped: {} });
    expect(delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
  });

  test('is retried until the service takes it', async () => {
    let failures = 0;
    const { relay } = relayThat(() => ((failures += 1) <= 20 ? notTaken : { state: 'sent' }));
    const { delivery, folder } = await setUpDelivery({ relay });
    await delivery.submit(envelopeOf(idOf(1)));
    await inTime('the outbox to be empty', empty(folder));
    expect(failures).toBe(21);
    expect(delivery.report()).toMatchObject({ sent: 1, queued: 0 });
  });

  test('is dropped, counted and logged after a later 4xx', async () => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(503));
    const { delivery, folder, logged } = await setUpDelivery({ receiver });
    await delivery.accept(envelopeOf(idOf(1)));
    receiver.answer(respondWith(400, { detail: 'too old' }));
    await inTime('the outbox to be empty', empty(folder));
    expect(delivery.report()).toMatchObject({ sent: 0, dropped: { 'the service answered 400': 1 } });
    expect(logged('event not delivered').at(-1)).toMatchObject({ event: idOf(1), detail: 'too old', next: 'dropped' });
  });

  test('does not hold up the others, however often it fails', async () => {
    const { asked, relay } = relayThat((eventId) => (eventId === idOf(1) ? notTaken : { state: 'sent' }));
    const { delivery, folder } = await setUpDelivery({ relay });
    await delivery.accept(envelopeOf(idOf(1)));
    vi.setSystemTime(Date.now() + 10);
    await leaveBehind(folder, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
    await inTime('the others to be sent, or the first to have been tried 20 times', () => {
      const tries = asked.filter((eventId) => eventId === idOf(1)).length;
      return delivery.report().sent === 8 || tries >= 20;
    });
    expect(delivery.report()).toMatchObject({ sent: 8, queued: 1 });
  });

  test('is tried alone at first, and up to four are sent together when the service is back', async () => {
    const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let isBack = false;
    let inFlight = 0;
    let most = 0;
    const { asked, relay } = relayThat(async () => {
      most = Math.max(most, (inFlight += 1));
      await Promise.resolve();
      inFlight -= 1;
      return isBack ? { state: 'sent' } : notTaken;
    });
    const { delivery, folder } = await setUpDelivery({ relay });
    await delivery.accept(envelopeOf(idOf(1)));
    await leaveBehind(folder, ...digits.slice(1).map((digit) => envelopeOf(idOf(digit))));
    await inTime('five tries', () => asked.length >= 5);
    expect(most).toBe(1);
    isBack = true;
    await inTime('the outbox to be empty', empty(folder));
    expect(most).toBeLessThanOrEqual(4);
  });
});

test('has at most four in flight, though more envelopes are kept meanwhile', async () => {
  const held: ((outcome: SendResult) => void)[] = [];
  const { relay } = relayThat((eventId) =>
    eventId === idOf(9) ? notTaken : new Promise((resolve) => void held.push(resolve)),
  );
  const { delivery, folder } = await setUpDelivery({ relay });
  await leaveBehind(folder, ...[1, 2, 3, 4, 5, 6, 7].map((digit) => envelopeOf(idOf(digit))));
  await delivery.start();
  await inTime('four in flight', () => held.length >= 4);
  await delivery.accept(envelopeOf(idOf(9)));
  await vi.advanceTimersByTimeAsync(2_500); // The pause after the failure ends, and so does the drain after it.
  const elsewhere = await tempFolder();
  for (const digit of [1, 2, 3]) await leaveBehind(elsewhere, envelopeOf(idOf(digit))); // Takes the disk longer than a scan.
  const most = held.length;
  for (let answered = 0; answered < held.length || delivery.report().sent < 7;) {
    held[answered++]?.({ state: 'sent' });
    await inTime('the next', () => held.length > answered || delivery.report().sent >= 7);
  }
  expect(most).toBe(4);
});

describe('a pause that the service wants', () => {
  test.each<[string, number, Record<string, string>]>([
    ['a 429', 429, { 'Retry-After': '90' }],
    ['a 429 with limits', 429, { 'X-Sentry-Rate-Limits': '60:error:organization, 90::key' }],
    ['a 200 with limits', 200, { 'X-Sentry-Rate-Limits': '90:error;default:organization' }],
    ['a 503', 503, { 'Retry-After': '90' }],
    ['a 400 with limits', 400, { 'X-Sentry-Rate-Limits': '90::organization' }],
  ])('with %s holds for every envelope, and loses none', async (_, status, headers) => {
    const receiver = await receiverOfThisTest();
    receiver.answer(respondWith(status, {}, headers));
    const { delivery, folder } = await setUpDelivery({ receiver });
    await delivery.accept(envelopeOf(idOf(1)));
    receiver.answer(respondWith(200));
    await delivery.submit(envelopeOf(idOf(2)));
    expect(await delivery.accept(envelopeOf(idOf(3)))).toEqual({ state: 'queued' });
    await waitUntil('both to be free', () => delivery.stateOf(idOf(2)).state === 'queued');
    await vi.advanceTimersByTimeAsync(89_000);
    await waitUntil('a look at the folder to end', () => vi.getTimerCount() === 1);
    expect(idsOf(receiver.arrivals)).toEqual([idOf(1)]);

    await inTime('the outbox to be empty', empty(folder));
    const later = status === 429 || status === 503 ? [1, 2, 3] : [2, 3];
    expect(idsOf(receiver.arrivals.slice(1)).toSorted()).toEqual(later.map(idOf));
  });
});

describe('an envelope of an earlier run', () => {
  test('is sent after the start', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    await leaveBehind(folder, ...[1, 2, 3, 4, 5, 6].map((digit) => envelopeOf(idOf(digit))));
    await delivery.start();
    await inTime('the outbox to be empty', empty(folder));
    expect(idsOf(receiver.arrivals).toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
    expect(delivery.report()).toMatchObject({ sent: 6, queued: 0, oldestQueuedSeconds: null });
  });

  test('is reported as queued, with the time that it has waited', async () => {
    const { relay } = relayThat(() => ({ state: 'retry', reason: 'x', limits: { all: 3_600 } }));
    const { delivery, folder } = await setUpDelivery({ relay });
    await leaveBehind(folder, envelopeOf(idOf(1)), envelopeOf(idOf(2)));
    vi.setSystemTime(Date.now() + 120_000);
    await delivery.start();
    await inTime('the first try', () => delivery.report().queued === 2);
    for (const digit of [1, 2]) expect(delivery.stateOf(idOf(digit))).toEqual({ state: 'queued' });
    expect(delivery.stateOf(idOf(3))).toEqual({ state: 'unknown' });
    expect(delivery.report().oldestQueuedSeconds).toBeGreaterThanOrEqual(120);
  });

  test('is sent after its claim has ended, if that run was killed while sending it', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    const { bytes } = envelopeOf(idOf(1));
    const now = Date.now();
    const key = createKey({
      keptAt: now,
      bytes: bytes.byteLength,
      eventId: idOf(1),
      source: 'server',
      category: 'error',
      salt: '00000000',
    });
    const name = fileNameOf({ key, claimedUntil: now + 15_000 });
    await writeFile(join(folder, name), bytes);
    await delivery.start();
    await inTime('the outbox to be empty', empty(folder));
    expect(Date.now()).toBeGreaterThan(now + 15_000);
    expect(idsOf(receiver.arrivals)).toEqual([idOf(1)]);
  });
});

describe('a file that cannot be sent', () => {
  const nameFor = (digit: number, bytes: number) =>
    createKey({
      keptAt: Date.now(),
      bytes,
      eventId: idOf(digit),
      source: 'server',
      category: 'error',
      salt: '00000000',
    });

  test.each<[string, (folder: string) => Promise<void>]>([
    ['is empty', (folder) => writeFile(join(folder, nameFor(1, 0)), '')],
    ['is no envelope', (folder) => writeFile(join(folder, nameFor(1, 5)), 'hello')],
  ])('because it %s is dropped, counted and logged, and the others are sent', async (_, put) => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder, logged } = await setUpDelivery({ receiver });
    await put(folder);
    await leaveBehind(folder, envelopeOf(idOf(2)));
    await delivery.start();
    await inTime('the outbox to be empty', empty(folder));
    const reason = 'what was kept is no envelope';
    expect(delivery.report()).toMatchObject({ sent: 1, queued: 0, dropped: { [reason]: 1 } });
    expect(delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
    expect(logged('event not delivered')).toEqual([
      expect.objectContaining({ event: idOf(1), reason, next: 'dropped' }),
    ]);
    expect(idsOf(receiver.arrivals)).toEqual([idOf(2)]);
  });

  test('because it cannot be read holds nothing else up', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    await mkdir(join(folder, nameFor(1, 1)));
    await leaveBehind(folder, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
    const start = Date.now();
    await delivery.start();
    await inTime('the others to be sent', () => delivery.report().sent === 8);
    expect(Date.now() - start).toBeLessThan(20_000); // In one go, not a few at every look.
  });
});

describe('past its limits', () => {
  test('drops the oldest, counts and logs them', async () => {
    const { relay } = relayThat(() => notTaken);
    const { delivery, folder, logged } = await setUpDelivery({ relay, limits: { envelopes: 2 } });
    for (const digit of [1, 2, 3]) {
      await delivery.accept(envelopeOf(idOf(digit)));
      vi.setSystemTime(Date.now() + 1);
    }
    const reason = 'the outbox is full';
    expect((await readdir(folder)).map((name) => parseFileName(name)?.eventId).toSorted()).toEqual([idOf(2), idOf(3)]);
    expect(delivery.report()).toMatchObject({ queued: 2, dropped: { [reason]: 1 } });
    expect(delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
    expect(logged('outbox full')).toEqual([expect.objectContaining({ level: 'warn', dropped: 1, events: [idOf(1)] })]);
  });

  test('counts an event once, though it was in flight when the outbox was full', async () => {
    const held: ((outcome: SendResult) => void)[] = [];
    const { relay } = relayThat((eventId) =>
      eventId === idOf(1) ? new Promise((resolve) => void held.push(resolve)) : notTaken,
    );
    const { delivery } = await setUpDelivery({ relay, limits: { envelopes: 1 } });
    await delivery.submit(envelopeOf(idOf(1)));
    await waitUntil('the first to be in flight', () => held[0]);
    vi.setSystemTime(Date.now() + 1);
    await delivery.accept(envelopeOf(idOf(2)));
    held[0]?.({ state: 'sent' });
    await delivery.stop();
    const { sent, queued, dropped } = delivery.report();
    expect(sent + queued + Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  test('calls an event dropped that was evicted while in flight and then not taken', async () => {
    const held: ((outcome: SendResult) => void)[] = [];
    const { relay } = relayThat((eventId) =>
      eventId === idOf(1) ? new Promise((resolve) => void held.push(resolve)) : notTaken,
    );
    const { delivery, folder } = await setUpDelivery({ relay, limits: { envelopes: 1 } });
    await delivery.submit(envelopeOf(idOf(1)));
    await waitUntil('the first to be in flight', () => held[0]);
    vi.setSystemTime(Date.now() + 1);
    await delivery.accept(envelopeOf(idOf(2)));
    held[0]?.(notTaken);
    await delivery.stop();
    const left = (await readdir(folder)).map((name) => parseFileName(name)?.eventId);
    expect(delivery.stateOf(idOf(1)).state).toBe(left.includes(idOf(1)) ? 'queued' : 'dropped');
  });
});

describe('a service that is down', () => {
  test('is logged once and reported, and so is its return', async () => {
    let isBack = false;
    const { relay } = relayThat(() => (isBack ? { state: 'sent' } : notTaken));
    const { delivery, folder, logged } = await setUpDelivery({ relay });
    const since = new Date().toISOString();
    await delivery.submit(envelopeOf(idOf(1)));
    await inTime('the word', () => logged('reporting is down')[0]);
    const { downSince } = delivery.report();
    expect(Date.parse(downSince ?? '') - Date.parse(since)).toBeLessThan(1_000);
    expect(logged('reporting is down')).toEqual([expect.objectContaining({ level: 'warn', since: downSince })]);
    isBack = true;
    await inTime('the outbox to be empty', empty(folder));
    expect(logged('reporting is down')).toHaveLength(1);
    expect(logged('reporting is up again')).toHaveLength(1);
    expect(delivery.report().downSince).toBeNull();
  });
});

test('two deliveries on one folder send every envelope once', async () => {
  const receiver = await receiverOfThisTest();
  const folder = await tempFolder();
  const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(32, '0').replace(/^0/, 'a'));
  await leaveBehind(folder, ...ids.map((id) => envelopeOf(id)));
  const both = [await setUpDelivery({ folder, receiver }), await setUpDelivery({ folder, receiver })];
  await Promise.all(both.map(({ delivery }) => delivery.start()));
  await inTime('the outbox to be empty', empty(folder));
  for (const { delivery } of both) await delivery.stop();
  expect(idsOf(receiver.arrivals).toSorted()).toEqual(ids);
  expect(both.reduce((sum, { delivery }) => sum + delivery.report().sent, 0)).toBe(60);
});
