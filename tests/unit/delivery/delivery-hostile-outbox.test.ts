import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKey } from '../../../candor/delivery/outbox-file';
import { fakeTimeInEachTest, inTime } from './fake-time';
import { sent } from './make-relays';
import {
  envelopeOf,
  eventIdsOf,
  idOf,
  isEmpty,
  leaveBehind,
  receiverOfThisTest,
  setUpDelivery,
  tempFolder,
} from './set-up-delivery';

fakeTimeInEachTest();

/** The name of an envelope of the event 1; of several, each has its own number. */
const nameOf = ({ number = 0, bytes = 100 }: { number?: number; bytes?: number }) =>
  createKey({
    keptAt: Date.now() - 1_000,
    bytes,
    eventId: idOf(1),
    source: 'server',
    category: 'error',
    salt: String(number).padStart(8, '0'),
  });

test('FIFOs, folders and torn files named like envelopes are counted as dropped once, and all others are sent', async () => {
  const folder = await tempFolder();
  for (const number of [1, 2, 3, 4]) execFileSync('mkfifo', [join(folder, nameOf({ number }))]);
  await mkdir(join(folder, nameOf({ number: 5 })));
  await writeFile(join(folder, nameOf({ number: 6 })), 'torn');
  await leaveBehind(folder, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
  const { delivery, logged } = await setUpDelivery({ folder, relay: async () => sent });
  await delivery.start();
  await inTime('the others to be sent', () => delivery.report().sent === 8);
  for (const digit of [1, 2, 3]) {
    await leaveBehind(folder, envelopeOf(idOf(digit))); // Found at a later scan.
    await inTime('the next scan', () => delivery.report().sent === 8 + digit);
  }
  const reason = 'its file in the outbox cannot be used';
  const line = { level: 'warn', event: idOf(1), reason, detail: expect.any(String), next: 'dropped' };
  expect(logged('event not delivered')).toEqual(Array(6).fill(expect.objectContaining(line)));
  expect(delivery.report()).toMatchObject({ sent: 11, queued: 0, dropped: { [reason]: 6 }, oldestQueuedSeconds: null });
  expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
  expect(await readdir(folder)).toEqual(['bad']);
});

describe('a file that cannot be sent', () => {
  test.each<[string, (folder: string) => Promise<void>]>([
    ['is empty', (folder) => writeFile(join(folder, nameOf({ bytes: 0 })), '')],
    ['is not an envelope', (folder) => writeFile(join(folder, nameOf({ bytes: 5 })), 'hello')],
  ])('because it %s is dropped, counted and logged, and the others are sent', async (_, put) => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder, logged } = await setUpDelivery({ receiver });
    await put(folder);
    await leaveBehind(folder, envelopeOf(idOf(2)));
    await delivery.start();
    await inTime('the outbox to be empty', isEmpty(folder));
    const reason = 'the kept data is not an envelope';
    expect(delivery.report()).toMatchObject({ sent: 1, queued: 0, dropped: { [reason]: 1 } });
    expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
    expect(logged('event not delivered')).toEqual([
      expect.objectContaining({ event: idOf(1), reason, next: 'dropped' }),
    ]);
    expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(2)]);
  });

  test('because it cannot be read holds nothing else up', async () => {
    const receiver = await receiverOfThisTest();
    const { delivery, folder } = await setUpDelivery({ receiver });
    await mkdir(join(folder, nameOf({ bytes: 1 })));
    await leaveBehind(folder, ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => envelopeOf(idOf(digit))));
    const start = Date.now();
    await delivery.start();
    await inTime('the others to be sent', () => delivery.report().sent === 8);
    expect(Date.now() - start).toBeLessThan(20_000); // In one go, not a few at every look.
  });
});
