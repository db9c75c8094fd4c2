import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../support/wait-until';
import { idOf, receiverOfThisTest, setUpDelivery, tempFolder } from './set-up-delivery';

const recorded = join(import.meta.dirname, '../../support/envelopes');
const kept = ['node-10-session', 'node-10-transaction', 'node-11-event-with-attachment'];

test('sessions and transactions that an earlier version has kept are dropped with a reason, and events are sent', async () => {
  const folder = await tempFolder();
  for (const [index, name] of kept.entries()) {
    const bytes = readFileSync(join(recorded, `${name}.envelope`));
    const file = `${Date.now() - 60_000 + index}-${bytes.length}-${idOf(index)}-0000000${index}.browser.error.envelope`;
    await writeFile(join(folder, file), bytes);
  }
  const receiver = await receiverOfThisTest();
  const { delivery, logged } = await setUpDelivery({ folder, receiver });
  await delivery.start();
  await waitUntil('an empty outbox', () => readdirSync(folder).length === 0);

  expect(receiver.arrivals.map(({ event }) => event?.event_id)).toEqual(['d0a4b2d683e647cf9d704096aaa547b0']);
  expect(delivery.report()).toMatchObject({ sent: 1, queued: 0, dropped: { 'the kept data is not an envelope': 2 } });
  expect(logged('event not delivered')).toHaveLength(2);
});
