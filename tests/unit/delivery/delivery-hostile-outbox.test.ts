import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTimeInEachTest, inTime, startUntilSent } from './fake-time';
import { sent } from './make-relays';
import { eventIdsOf, idOf, setUpDelivery, setUpWithService } from './set-up-delivery';
import { fileNamed, keptIn } from '../outbox/use-outbox';

fakeTimeInEachTest();

test('FIFOs, folders and longer files named like envelopes are counted as dropped once, and all others are sent', async () => {
  const { delivery, folder, logged, leave } = await setUpDelivery({ relay: async () => sent });
  await mkdir(join(folder, 'f-left'));
  const [first = '', ...paths] = [1, 2, 3, 4, 5, 6].map((digit) =>
    join(folder, 'f-left', fileNamed({ salt: `0000000${digit}` })),
  );
  await mkdir(first);
  await writeFile(paths.pop() ?? '', 'x'.repeat(1_000));
  execFileSync('mkfifo', paths);
  await leave(2, 3, 4, 5, 6, 7, 8, 9);
  await startUntilSent(delivery, 8);
  for (const digit of [1, 2, 3]) {
    await leave(digit); // Found at a later scan.
    await inTime('the next scan', () => delivery.stats().sent === 8 + digit);
  }
  const reason = 'its file in the outbox cannot be used';
  const line = { level: 'warn', event: idOf(1), reason, detail: expect.any(String), next: 'dropped' };
  expect(logged('event not delivered')).toEqual(Array(6).fill(expect.objectContaining(line)));
  expect(delivery.stats()).toMatchObject({ sent: 11, queued: 0, dropped: { [reason]: 6 }, oldestQueuedSeconds: null });
  expect(await delivery.stateOf(idOf(1))).toMatchObject({ state: 'sent' });
  expect(keptIn(folder)).toEqual([]);
});

test.each([
  ['is empty', ''],
  ['is not an envelope', 'hello'],
])('a file that %s is dropped, counted and logged, and the others are sent', async (_, text) => {
  const { receiver, delivery, folder, logged, isEmpty, leave } = await setUpWithService();
  await mkdir(join(folder, 'f-left'));
  await writeFile(join(folder, 'f-left', fileNamed({ bytes: text.length })), text);
  await leave(2);
  await delivery.start();
  await inTime('the outbox to be empty', isEmpty);
  const reason = 'the kept data is not an envelope';
  expect(delivery.stats()).toMatchObject({ sent: 1, queued: 0, dropped: { [reason]: 1 } });
  expect(await delivery.stateOf(idOf(1))).toEqual({ state: 'dropped', reason });
  const line = { event: idOf(1), reason, next: 'dropped' };
  expect(logged('event not delivered')).toEqual([expect.objectContaining(line)]);
  expect(eventIdsOf(receiver.arrivals)).toEqual([idOf(2)]);
});
