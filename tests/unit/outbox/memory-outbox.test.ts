import { expect, test } from 'vitest';
import { MemoryOutbox } from '../../../candor/src/outbox/memory-outbox';
import { createTestClocks, envelopeOf, idOf, plenty } from '../delivery/set-up-delivery';
import { describeOutbox, type OpenOutbox } from './outbox-contract';
import { byServer } from './use-outbox';

// The next process of a test has what the last one has kept.
const setUpStore = async (): Promise<OpenOutbox> => {
  let last: MemoryOutbox | undefined;
  return (limits, clocks) => (last = last && last.count() > 0 ? last : new MemoryOutbox(limits, clocks));
};
describeOutbox('the outbox in memory', setUpStore, { isShared: false });

test('what is kept at the end is lost, and named', async () => {
  const outbox = new MemoryOutbox(plenty, createTestClocks());
  await outbox.put(envelopeOf(1), byServer);
  await outbox.close();
  const reason = 'the disk did not accept it, and the server has ended';
  expect([outbox.takeLost(), outbox.count()]).toEqual([[{ eventId: idOf(1), reason }], 0]);
});
