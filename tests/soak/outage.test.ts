import { expect, test } from 'vitest';
import { manyFailures } from '../support/application';
import { accept } from '../support/fake-ingest';
import { waitUntil } from '../support/wait-until';
import { keptIn } from '../unit/outbox/use-outbox';
import { receiverOfThisTest, tempFolder } from '../unit/delivery/set-up-delivery';
import {
  breakService,
  countDuplicates,
  digestsIn,
  droppedIn,
  idsAt,
  postEnvelope,
  senders,
  startTested,
  statusOf,
} from './load';
import { isLong, killsOfLong } from './size';

const kills = isLong ? killsOfLong : 3;
const count = (isLong ? 130 : 33) * kills;

test(`of ${count} events of the server and ${count} envelopes of browsers every one that was logged or acknowledged arrives, through every fault and ${kills} kills`, async () => {
  const folder = await tempFolder();
  const ingest = await receiverOfThisTest();
  const start = () => startTested({ SENTRY_DSN: ingest.dsn, OUTBOX_DIR: folder, ...manyFailures });
  const started = [await start()];
  const url = () => started.at(-1)?.url ?? '';
  const acknowledged: string[] = [];
  let isOver = false;

  async function killNow() {
    await started.at(-1)?.stop();
    started.push(await start());
  }

  let made = 0;
  let killed = 0;
  let lastKill = Promise.resolve();
  async function failAndPost() {
    while (made < count) {
      made += 1;
      if (killed < kills && made >= (count * (killed + 1)) / (kills + 1)) {
        killed += 1;
        lastKill = lastKill.then(killNow); // One after the other: a second start would outlive the test.
        await lastKill;
      }
      const [, id] = await Promise.all([statusOf(`${url()}/failing-page?fail=server-render`), postEnvelope(url)]);
      acknowledged.push(id);
    }
  }

  const broken = breakService(ingest, isLong ? 4_000 : 1_200, () => isOver);
  await Promise.all(Array.from({ length: senders }, failAndPost));
  isOver = true;
  await broken;
  ingest.answer(accept);

  await waitUntil('an empty outbox', () => keptIn(folder).length === 0, 240_000);
  const logged = started.flatMap(({ log }) => digestsIn(log));
  expect(started).toHaveLength(kills + 1);
  expect(acknowledged).toHaveLength(count);
  const ids = new Set(idsAt(ingest));
  const dropped = new Set(started.flatMap(({ log }) => droppedIn(log)));
  expect([...acknowledged, ...logged].filter((id) => !ids.has(id) && !dropped.has(id))).toEqual([]);
  console.log(`${dropped.size} dropped by name`);
  const { duplicates } = countDuplicates(ingest, { acknowledged: acknowledged.length, logged: logged.length });
  // Deliveries in flight when the process is killed may arrive twice; of many that is few.
  expect(duplicates).toBeLessThanOrEqual(isLong ? ids.size / 100 : kills * senders * 2);
});
