import { expect, test, vi } from 'vitest';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import { LostReplyError, NoReplyError } from '../../../../candor/src/outbox/redis/no-reply-error';
import type { RedisOutbox } from '../../../../candor/src/outbox/redis/redis-outbox';
import { SharedOutbox } from '../../../../candor/src/outbox/redis/shared-outbox';
import { envelopeOf, plenty, recordLog, tempFolder } from '../../delivery/set-up-delivery';
import { byServer } from '../use-outbox';

test('each put that Redis may have run without a reply is undone when Redis is back, and no other', async () => {
  const [putEntry, remove] = [vi.fn(), vi.fn()];
  const shared = { putEntry, remove, probe: vi.fn(), evictionPolicy: vi.fn() } as unknown as RedisOutbox;
  const own = createOutbox(await tempFolder(), plenty);
  const parts = { shared, own, log: recordLog().log, checksByCalls: false, onBack: vi.fn() };
  const outbox = new SharedOutbox(parts);
  for (const error of [new LostReplyError('lost'), new NoReplyError('no connection'), new LostReplyError('lost')]) {
    putEntry.mockRejectedValueOnce(error);
    await outbox.put(envelopeOf(1), byServer);
  }
  const [[first], , [third]] = putEntry.mock.calls as [[unknown], unknown, [unknown]];
  await outbox.check();
  expect(remove.mock.calls).toEqual([[first], [third]]);
  expect([own.count(), putEntry.mock.calls.length]).toEqual([0, 6]);
});
