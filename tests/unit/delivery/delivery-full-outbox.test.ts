import { expect, test, vi } from 'vitest';
import { keptIn } from '../outbox/use-outbox';
import type { SendResult } from '../../../candor/src/delivery/service-response';
import { waitUntil } from '../../support/wait-until';
import { fakeTimeInEachTest } from './fake-time';
import { holdingRelay, notTaken, sent } from './make-relays';
import { envelopeOf, idOf, setUpDelivery } from './set-up-delivery';

fakeTimeInEachTest();

const reason = 'the outbox is full';
const idsIn = (folder: string) => keptIn(folder).map(({ eventId }) => eventId);

test('a full outbox drops the oldest envelope, counts and logs it', async () => {
  const { delivery, folder, logged } = await setUpDelivery({ relay: async () => notTaken, limits: { envelopes: 2 } });
  for (const digit of [1, 2, 3]) {
    await delivery.accept(envelopeOf(digit));
    vi.setSystemTime(Date.now() + 1);
  }
  expect(idsIn(folder).toSorted()).toEqual([idOf(2), idOf(3)]);
  expect(delivery.stats()).toMatchObject({ queued: 2, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
  expect(logged('outbox full')).toEqual([expect.objectContaining({ level: 'warn', dropped: 1, events: [idOf(1)] })]);
});

/** The outbox gets full while its first event is in flight, which then gets this result. */
async function fillMeanwhile(result: SendResult) {
  const { held, relay } = holdingRelay((eventId) => (eventId === idOf(1) ? undefined : notTaken));
  const { delivery, folder } = await setUpDelivery({ relay, limits: { envelopes: 1 } });
  await delivery.submit(envelopeOf(1));
  await waitUntil('the first to be in flight', () => held[0]);
  vi.setSystemTime(Date.now() + 1);
  await delivery.accept(envelopeOf(2));
  held[0]?.(result);
  await waitUntil('its end', async () => (await delivery.stateOf(idOf(1))).state !== 'sending');
  return { delivery, left: idsIn(folder) };
}

test('a full outbox counts an event once that was in flight meanwhile', async () => {
  const { sent: count, queued, dropped } = (await fillMeanwhile(sent)).delivery.stats();
  expect(count + queued + Object.values(dropped).reduce((sum, one) => sum + one, 0)).toBe(2);
});

test('a full outbox gives the true state of an event that was in flight meanwhile and not accepted', async () => {
  const { delivery, left } = await fillMeanwhile(notTaken);
  expect((await delivery.stateOf(idOf(1))).state).toBe(left.includes(idOf(1)) ? 'queued' : 'dropped');
});
