import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openEnvelope } from '../../../candor/src/envelope/envelope';
import { createOutbox } from '../../../candor/src/outbox/disk/disk-outbox';
import type { Outbox } from '../../../candor/src/outbox/outbox';
import { faults, respondWith, type Respond } from '../../support/fake-ingest';
import { fileNamed, findAll, keptIn } from '../outbox/use-outbox';
import { envelopeOf, eventIdsOf, fakeTimeInEachTest, holdingRelay, idOf, inTime, notTaken } from './set-up-delivery';
import { plenty, recordingRelay, sent, setUpDelivery, setUpWithService } from './set-up-delivery';

fakeTimeInEachTest();

const eventId = idOf(3);
const envelope = envelopeOf(3);
const idsLeftIn = (folder: string) => findAll(createOutbox(folder, plenty));

const [detail, reason] = ['no such project', 'the service responded with 403'];
const queued = { state: 'queued' };
const denial = { level: 'warn', status: 403, reason, detail, next: 'dropped' };
const none = { sent: 0, queued: 0, dropped: {}, oldestQueuedSeconds: null, downSince: null };
const waiting = { ...none, queued: 1, oldestQueuedSeconds: 0 };
const later = { next: 'kept and tried again' };
const denied = { state: 'dropped', status: 403, error: detail };

test.each<[string, respond: Respond | undefined, accepted: object, state: object, stats: object, line?: object]>([
  ['accepts', undefined, sent, { ...sent, afterMs: expect.any(Number) }, { ...none, sent: 1 }],
  ['denies', respondWith(403, { detail }), denied, { state: 'dropped', reason }, { ...none, dropped: { [reason]: 1 } }, denial], // prettier-ignore
  ['defers', respondWith(503), queued, queued, waiting, later],
  ['cuts off', faults.reset!, queued, queued, waiting, later],
])('an envelope that the service %s is counted and logged, and kept only to be sent later', async (_, ...row) => {
  const [respond, accepted, state, stats, line] = row;
  for (const method of ['accept', 'submit'] as const) {
    const { delivery, folder, lines } = await setUpWithService(respond);
    expect(delivery.stats().queued).toBeNull(); // The disk has not been asked.
    await delivery.start();
    const result = await delivery[method](envelope);
    if (method === 'accept') expect(result).toEqual(accepted);
    const kept = state === queued ? [eventId] : [];
    const isOver = () => lines.length > 0 || delivery.stats().sent > 0;
    await vi.waitUntil(() => isOver() && keptIn(folder).length === kept.length);
    expect(await delivery.stateOf(eventId)).toEqual(state);
    expect(delivery.stats()).toEqual(stats);
    const logged = line && { msg: 'event not delivered', event: eventId, ...line };
    expect(lines).toEqual(logged ? [expect.objectContaining(logged)] : []);
    await delivery.stop();
    expect(await idsLeftIn(folder)).toEqual(kept);
  }
});

const line = { msg: 'event not delivered', event: eventId, reason: 'why', next: 'dropped' };
test.each([
  ['counts and logs an event that never becomes an envelope', 'drop', [expect.objectContaining(line)]],
  ['only counts an event that its caller logs', 'countDropped', []],
] as const)('%s', async (_, method, logged) => {
  const { delivery, lines } = await setUpDelivery({});
  delivery[method](eventId, 'why');
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'dropped', reason: 'why' });
  expect([delivery.stats().dropped, lines]).toEqual([{ why: 1 }, logged]);
});

test('stop waits for an event that is being captured and submitted, and does not fail with a capture that fails', async () => {
  const { delivery, folder } = await setUpDelivery({ relay: async () => sent });
  let finish = () => {};
  const order: string[] = [];
  const capture = new Promise<void>((resolve) => (finish = resolve))
    .then(() => delivery.submit(envelope))
    .then(() => order.push('kept'));
  void delivery.trackCapture(eventId, () => capture);
  expect(await delivery.stateOf(eventId)).toEqual({ state: 'sending' });
  void delivery.trackCapture(idOf(4), () => Promise.reject(new Error('no such chunk'))).catch(() => {});
  const stopping = delivery.stop().then(() => order.push('stopped'));
  await (await setUpDelivery({})).delivery.stop(); // One with nothing in flight has stopped by now.
  expect(order).toEqual([]);
  finish();
  await stopping;
  expect(order).toEqual(['kept', 'stopped']);
  expect(delivery.stats()).toMatchObject({ sent: 0, queued: 0 });
  expect(await idsLeftIn(folder)).toEqual([eventId]);
});

test('after stop nothing is sent: later envelopes are kept for the next run', async () => {
  const { delivery, folder } = await setUpDelivery({ relay: async () => sent });
  await delivery.start();
  await delivery.stop();
  expect(await delivery.accept(envelope)).toEqual(queued);
  expect([vi.getTimerCount(), keptIn(folder).length]).toEqual([0, 1]);
});

test('an envelope that was kept is sent when the service is back, with a new sent_at and no other byte changed', async () => {
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
});

test('an envelope of an earlier run is queued, for as long as it has waited', async () => {
  const { relay } = recordingRelay(() => ({ state: 'retry', reason: 'x', limits: { all: 3_600 } }));
  const { delivery, leave } = await setUpDelivery({ relay });
  await leave(1);
  vi.setSystemTime(Date.now() + 120_000);
  await delivery.start();
  await inTime('the first try', () => delivery.stats().queued === 1);
  expect(await delivery.stateOf(idOf(1))).toEqual(queued);
  expect(delivery.stats().oldestQueuedSeconds).toBeGreaterThanOrEqual(120);
});

test('has at most four in flight, though more envelopes are kept meanwhile', async () => {
  const { held, relay } = holdingRelay((eventId) => (eventId === idOf(9) ? notTaken : undefined));
  const { delivery, leave } = await setUpDelivery({ relay });
  await leave(1, 2, 3, 4, 5, 6, 7);
  await delivery.start();
  await inTime('four in flight', () => held.length >= 4);
  await delivery.accept(envelopeOf(9));
  await vi.advanceTimersByTimeAsync(2_500); // The pause after the failure ends, and so does the drain after it.
  await (await setUpDelivery({})).leave(1, 2, 3); // Elsewhere: it takes the disk longer than a scan.
  const most = held.length;
  void delivery.stop(); // No other attempt begins.
  for (const respond of held) respond(sent);
  expect(most).toBe(4);
});

test('a service that is down is asked by one envelope at a time, and logged once; four are sent together when it is back', async () => {
  let isBack = false;
  let inFlight = 0;
  let most = 0;
  let allow = () => {};
  const areTogether = new Promise<void>((resolve) => (allow = resolve));
  const { attempts, relay } = recordingRelay(async () => {
    most = Math.max(most, (inFlight += 1));
    if (inFlight === 4) allow();
    await (delivery.stats().sent === 0 ? undefined : areTogether);
    inFlight -= 1;
    return isBack ? sent : notTaken;
  });
  const { delivery, isEmpty, leave, logged } = await setUpDelivery({ relay });
  const since = Date.now();
  await delivery.accept(envelopeOf(1));
  await leave(2, 3, 4, 5, 6, 7, 8, 9);
  await inTime('the log line', () => logged('reporting is down')[0]);
  const { downSince } = delivery.stats();
  expect(Date.parse(downSince ?? '') - since).toBeLessThan(1_000);
  expect(logged('reporting is down')).toEqual([expect.objectContaining({ level: 'warn', since: downSince })]);
  expect(attempts.length).toBeGreaterThanOrEqual(5);
  expect(new Set(attempts.map(({ at }) => at)).size).toBe(attempts.length);
  isBack = true;
  await inTime('the outbox to be empty', isEmpty);
  expect(most).toBe(4);
  expect([logged('reporting is down').length, logged('reporting is up again').length]).toEqual([1, 1]);
  expect(delivery.stats().downSince).toBeNull();
});

test.each(['', 'hello'])('a file of %j is dropped, counted and logged, and the others are sent', async (text) => {
  const { receiver, delivery, folder, logged, isEmpty, leave } = await setUpWithService();
  await mkdir(join(folder, 'f-left'));
  await writeFile(join(folder, 'f-left', fileNamed({ bytes: text.length })), text);
  await leave(2);
  await delivery.start();
  await inTime('the outbox to be empty', isEmpty);
  const reason = 'the kept data is not an envelope';
  expect(delivery.stats()).toMatchObject({ sent: 1, queued: 0, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
  expect(logged('event not delivered')).toMatchObject([{ event: idOf(1), reason, next: 'dropped' }]);
  expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(2)]);
});

const failWith = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

test('a full disk is logged once, and as usable when it is again, though the service wants a pause', async () => {
  const pauseSeconds = 3_600;
  let isFull = true;
  let result = sent;
  let scans = 0;
  const { attempts, relay } = recordingRelay(() => result);
  const { delivery, lines } = await setUpDelivery({
    relay,
    change: (outbox) => ({
      put: (...given) => (isFull ? failWith('ENOSPC') : outbox.put(...given)),
      probe: () => (isFull ? failWith('ENOSPC') : outbox.probe()),
      refresh: () => ((scans += 1), outbox.refresh()),
    }),
  });
  for (const digit of [1, 2, 3]) {
    await delivery.submit(envelopeOf(digit));
    await inTime('the event to be sent', () => delivery.stats().sent === digit);
  }
  const before = scans;
  await inTime('some more scans', () => scans > before + 2);
  const logged = () => lines.filter(({ msg }) => msg.startsWith('the outbox'));
  const failed = { msg: 'the outbox cannot be written', reason: 'ENOSPC' };
  expect(logged()).toMatchObject([failed]);
  result = { ...notTaken, limits: { all: pauseSeconds } };
  await delivery.submit(envelopeOf(4));
  await inTime('the attempt', () => attempts.length === 4);
  isFull = false;
  await inTime('the log line', () => logged().length > 1);
  expect(logged()).toMatchObject([failed, { msg: 'the outbox can be written again' }]);
  expect(performance.now() - (attempts[3]?.at ?? 0)).toBeLessThan(pauseSeconds * 1_000);
});

test.each<[string, string, (fail: () => Promise<never>) => Partial<Outbox>, 'submit' | 'start']>([
  ['the disk', 'EIO', (fail) => ({ refresh: fail, put: fail }), 'submit'],
  ['a read-only folder with envelopes', 'EROFS', (fail) => ({ hasWaiting: () => true, claimNext: fail }), 'start'],
])('%s is not retried in a loop after %s', async (_, code, change, begin) => {
  let calls = 0;
  const fail = () => ((calls += 1), failWith(code));
  const { delivery, lines } = await setUpDelivery({ relay: async () => notTaken, change: () => change(fail) });
  await delivery[begin](envelopeOf(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls).toBeGreaterThan(0);
  expect(Math.max(calls, lines.length)).toBeLessThan(30); // A loop makes thousands.
});

test('what could not be claimed for a moment is sent long before the next scan', async () => {
  let isFailing = true;
  const { attempts, relay } = recordingRelay();
  const change = (outbox: Outbox): Partial<Outbox> => ({
    claimNext: (mayBeSent) => (isFailing ? failWith('EIO') : outbox.claimNext(mayBeSent)),
  });
  const { delivery, leave, logged } = await setUpDelivery({ relay, change });
  await leave(1);
  await delivery.start();
  await inTime('the failure', () => logged('the outbox cannot be written')[0]);
  isFailing = false;
  const failedAt = performance.now();
  await inTime('the attempt', () => attempts[0]);
  expect((attempts[0]?.at ?? Infinity) - failedAt).toBeLessThan(3_000);
});

test('a disk that does not respond delays the start by 5 s at most', async () => {
  let respond = () => {};
  const refresh = () => new Promise<void>((resolve) => (respond = resolve));
  const { delivery } = await setUpDelivery({ change: () => ({ refresh }) });
  const starting = delivery.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await starting;
  respond();
});
