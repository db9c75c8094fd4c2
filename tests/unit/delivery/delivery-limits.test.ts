import { expect, test, vi } from 'vitest';
import type { SendResult } from '../../../candor/src/delivery/service-response';
import type { Category, Envelope } from '../../../candor/src/envelope/envelope';
import { envelopeOf, fakeTimeInEachTest, idOf, inTime, recordingRelay, sent } from './set-up-delivery';
import { setUpDelivery, startUntilSent, unusableFolder } from './set-up-delivery';

fakeTimeInEachTest();

const hourMs = 3_600_000;
const limited = (limits: SendResult['limits']): SendResult => ({ state: 'retry', status: 429, reason: 'x', limits });
const error = (digit: number): Envelope => ({ ...envelopeOf(digit), category: 'error' });
const feedback = (digit: number): Envelope => ({ ...envelopeOf(digit), category: 'feedback' });

test.each<[Category, (digit: number) => Envelope, (digit: number) => Envelope]>([
  ['error', error, feedback],
  ['feedback', feedback, error],
])('a limit on one category, %s, delays no envelope of the other, kept or new', async (category, held, free) => {
  let isOver = false;
  const isHeld = (eventId: string) => eventId < idOf(5) && !isOver;
  const { relay, eventIds } = recordingRelay((eventId) => (isHeld(eventId) ? limited({ [category]: 60 }) : sent));
  const { delivery, isEmpty, leave } = await setUpDelivery({ relay });
  await leave(held(1), held(2), held(3), held(4));
  vi.setSystemTime(Date.now() + 1);
  await leave(free(5), free(6));
  for (const digit of [1, 2]) expect(await delivery.accept(held(digit))).toEqual({ state: 'queued' });
  expect(await delivery.accept(free(7))).toEqual({ state: 'sent' });
  await delivery.submit(free(8));
  await startUntilSent(delivery, 4);
  expect(eventIds().toSorted()).toEqual([1, 5, 6, 7, 8].map(idOf));

  isOver = true;
  await inTime('the rest', isEmpty);
  expect(performance.now()).toBeGreaterThanOrEqual(60_000);
  expect(delivery.stats()).toMatchObject({ sent: 10, queued: 0, dropped: {} });
});

test('an envelope that is not accepted because of a limit on another category waits alone, five minutes at least', async () => {
  const { attempts, relay } = recordingRelay((eventId) => (eventId === idOf(1) ? limited({ other: 60 }) : sent));
  const { delivery, leave } = await setUpDelivery({ relay });
  await leave(error(1));
  vi.setSystemTime(Date.now() + 1);
  await leave(...[2, 3, 4, 5, 6, 7, 8, 9].map(error));
  await startUntilSent(delivery, 8);
  expect(attempts.filter(({ eventId, at }) => eventId !== idOf(1) && at > 0)).toEqual([]);

  await inTime('an hour', () => performance.now() > hourMs, 15_000);
  const tries = attempts.filter(({ eventId }) => eventId === idOf(1)).map(({ at }) => at);
  const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(300_000);
  expect(tries.length).toBeGreaterThan(10);
  expect(delivery.stats()).toMatchObject({ sent: 8, queued: 1, dropped: {} });
});

test('an error after a limit of 0 for everything is not retried in a loop', async () => {
  const { attempts, relay } = recordingRelay(() => limited({ all: 0 }));
  const { delivery } = await setUpDelivery({ relay });
  await delivery.accept(error(1));
  await inTime('ten minutes', () => performance.now() > hourMs / 6, 15_000);
  expect(attempts.length).toBeGreaterThan(5);
  expect(attempts.length).toBeLessThan(15);
});

test.each<[string, SendResult['limits'], Envelope, number]>([
  ['its error', { error: 30, feedback: 90 }, error(1), 30],
  ['its feedback', { error: 30, feedback: 90 }, feedback(1), 90],
  ['everything', { all: 30 }, error(1), 30],
  ['everything, of five minutes at most', { all: 86_400 }, error(1), 300],
  ['something else, for which it need not wait', { other: 86_400 }, error(1), 1],
])('where nothing can be kept, which is logged once, a browser gets the Retry-After for %s', async (...row) => {
  const [, limits, envelope, retryAfterSeconds] = row;
  const { relay } = recordingRelay(() => limited(limits));
  const { folder } = await unusableFolder();
  const { delivery, lines } = await setUpDelivery({ folder, relay });
  await delivery.start();
  const error = 'The envelope can be neither sent nor kept now.';
  for (let post = 0; post < 2; post += 1) {
    expect(await delivery.accept(envelope)).toEqual({ state: 'unavailable', error, retryAfterSeconds });
    expect(await delivery.stateOf(envelope.eventId)).toEqual({ state: 'unknown' });
  }
  expect(delivery.stats()).toMatchObject({ sent: 0, queued: null, dropped: {} });
  const logged = lines.filter(({ msg }) => msg.startsWith('the outbox'));
  const path = expect.stringContaining(folder) as string;
  expect(logged).toMatchObject([{ level: 'error', msg: 'the outbox cannot be written', reason: 'ENOTDIR', path }]);
});
