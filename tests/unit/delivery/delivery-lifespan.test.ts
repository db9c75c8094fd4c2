import fs from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Delivery, Lifespan } from '../../../candor/src/delivery/delivery';
import { waitUntil } from '../../support/wait-until';
import { envelopeOf, holdingRelay, idOf, notTaken, recordingRelay, sent } from './set-up-delivery';
import { setUpDelivery, unusableFolder } from './set-up-delivery';

const forRequest: Lifespan = { isByRequest: true, outboxLasts: false, ownDiskLasts: false };
const withShared: Lifespan = { ...forRequest, outboxLasts: true };
const onLostDisk: Lifespan = { isByRequest: false, outboxLasts: false, ownDiskLasts: false };

/** Submits an event as the server's own SDK does. */
const capture = (delivery: Delivery, digit: number) =>
  delivery.trackCapture(idOf(digit), () => delivery.submit(envelopeOf(digit)));

describe('a process that may be frozen after a request', () => {
  test('finish waits for what is in flight, and sends what is kept if there is time for an attempt', async () => {
    const { relay, eventIds } = recordingRelay();
    const { delivery, leave, isEmpty } = await setUpDelivery({ relay, lifespan: forRequest });
    await leave(1, 2);
    await delivery.finish(50);
    expect(eventIds()).toEqual([]);
    await delivery.submit(envelopeOf(3));
    await delivery.finish(2_000);
    expect(eventIds().toSorted()).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(isEmpty()).toBe(true);
  });

  test('nothing is sent by a timer', async () => {
    const { attempts, relay } = recordingRelay();
    const { delivery, leave } = await setUpDelivery({ relay, lifespan: forRequest });
    await leave(1);
    await delivery.start();
    const other = await setUpDelivery({ relay: async () => sent });
    await other.leave(2);
    await other.delivery.start();
    await waitUntil('a delivery with timers to send', other.isEmpty);
    expect(attempts).toEqual([]);
  });

  test.each<[string, Lifespan, isCaptured: boolean, count: number]>([
    ['is in flight when the time is over has a line, once', forRequest, true, 1],
    ['never became an envelope in that time has one', withShared, false, 1],
    ['an outbox keeps that outlives the process has none', withShared, true, 0],
  ])('an event that %s, and is sent when the process continues', async (_, lifespan, isCaptured, count) => {
    const { held, relay } = holdingRelay();
    const { delivery, logged } = await setUpDelivery({ relay, lifespan });
    let makeEnvelope = () => {};
    const made = isCaptured ? Promise.resolve() : new Promise<void>((resolve) => (makeEnvelope = resolve));
    const capturing = delivery.trackCapture(idOf(1), () => made.then(() => delivery.submit(envelopeOf(1))));
    if (isCaptured) await capturing;
    for (let request = 0; request < 2; request += 1) await delivery.finish(20);
    const line = { event: idOf(1), reason: 'its request has ended', next: 'tried again while the process runs' };
    expect(logged('event not delivered')).toMatchObject(Array(count).fill(line));
    makeEnvelope();
    await capturing;
    await waitUntil('the attempt', () => held.length > 0);
    for (const respond of held) respond(sent);
    await delivery.finish(2_000);
    expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
    expect(logged('event not delivered')).toHaveLength(count);
  });

  test('without a usable disk events wait in memory, and finish sends them', async () => {
    const { eventIds, relay } = recordingRelay();
    const { delivery, logged } = await setUpDelivery({ ...(await unusableFolder()), relay, lifespan: forRequest });
    await capture(delivery, 1);
    expect(eventIds()).toEqual([]);
    await delivery.finish(2_000);
    expect(eventIds()).toEqual([idOf(1)]);
    expect([logged('the outbox cannot be written').length, logged('event not delivered').length]).toEqual([1, 0]);
  });

  test('the outbox rests when nothing is in flight, and not before', async () => {
    const { held, relay } = holdingRelay();
    const rest = vi.fn(async () => {});
    const { delivery } = await setUpDelivery({ relay, lifespan: withShared, change: () => ({ rest }) });
    await delivery.submit(envelopeOf(1));
    await delivery.finish(20);
    expect(rest).not.toHaveBeenCalled();
    for (const respond of held) respond(sent);
    await delivery.finish(2_000);
    expect(rest).toHaveBeenCalledOnce();
  });

  test('an event that may have no later chance is tried at once, although earlier attempts have failed', async () => {
    let isBack = false;
    const { delivery } = await setUpDelivery({ relay: async () => (isBack ? sent : notTaken), lifespan: forRequest });
    await delivery.submit(envelopeOf(1));
    await delivery.finish(2_000);
    isBack = true;
    await delivery.submit(envelopeOf(2));
    await delivery.finish(2_000);
    expect(delivery.stats()).toMatchObject({ sent: 2, queued: 0 });
  });

  test('after a slow attempt others wait for a request with more time, and not for ever', async () => {
    const { attempts, relay } = recordingRelay(() => new Promise((resolve) => setTimeout(resolve, 300, sent)));
    const { delivery } = await setUpDelivery({ ...(await unusableFolder()), relay, lifespan: forRequest });
    for (const digit of [1, 2, 3, 4, 5]) await delivery.submit(envelopeOf(digit));
    await delivery.finish(450);
    expect(attempts).toHaveLength(4); // At once.
    await delivery.finish(450);
    expect(attempts).toHaveLength(5);
  });
});

test('a stop tries again what was in flight and failed, where the disk goes with the process', async () => {
  const { held, relay } = holdingRelay();
  const { delivery, isEmpty } = await setUpDelivery({ relay, lifespan: onLostDisk });
  await capture(delivery, 1);
  const stopped = delivery.stop();
  held.shift()?.(notTaken);
  await waitUntil('another attempt', () => held.length > 0);
  held.shift()?.(sent);
  await stopped;
  expect(isEmpty()).toBe(true);
  expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
});

test.each([10, 1_000])('%i kept events are sent with two calls of the disk for each', async (count) => {
  const { delivery, leave } = await setUpDelivery({ relay: async () => sent });
  await leave(...Array.from({ length: count }, (_, index) => envelopeOf(String(index).padStart(32, 'a'))));
  const spies = [vi.spyOn(fs, 'renameSync'), vi.spyOn(fs, 'unlinkSync')];
  await delivery.start();
  await waitUntil('all to be sent', () => delivery.stats().sent === count, 30_000);
  await delivery.stop();
  // Each file is moved and removed; its folder is adopted, and a probe removed.
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([count + 2, count + 1]);
});
