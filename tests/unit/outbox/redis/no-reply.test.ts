import { expect, test, vi } from 'vitest';
import { createOutbox } from '../../../../candor/src/outbox/disk/disk-outbox';
import type { Outbox, OutboxEntry } from '../../../../candor/src/outbox/outbox';
import { LostReplyError, NoReplyError, safeReason } from '../../../../candor/src/outbox/redis/no-reply-error';
import { OutboxWithFallback } from '../../../../candor/src/outbox/with-fallback';
import { envelopeOf, plenty, tempFolder } from '../../delivery/set-up-delivery';
import { byServer } from '../use-outbox';

test('each put that Redis may have run without a reply is undone when Redis is back, and no other', async () => {
  const [put, remove] = [vi.fn(), vi.fn()];
  const shared = { put, remove, probe: vi.fn() } as unknown as Outbox;
  const own = createOutbox(await tempFolder(), plenty);
  const outbox = new OutboxWithFallback(shared, own, { keptIn: 'disk', onFailed: vi.fn(), onBack: vi.fn() });
  for (const error of [new LostReplyError('lost'), new NoReplyError('no connection'), new LostReplyError('lost')]) {
    put.mockRejectedValueOnce(error);
    await outbox.put(envelopeOf(1), byServer);
  }
  const [first, , third] = put.mock.calls.map(([, as]) => (as as { entry: unknown }).entry);
  await outbox.check();
  expect(remove.mock.calls).toEqual([[first], [third]]);
  expect([own.count(), put.mock.calls.length]).toEqual([0, 6]);
});

test('what Redis may have run, and is moved while others are, stays there', async () => {
  const there = new Set<string>();
  const replies: (() => void)[] = [];
  const put = vi.fn<Outbox['put']>(async (_, { entry }) => {
    there.add(entry!.key);
    await new Promise<void>((resolve) => replies.push(resolve));
    return entry!;
  });
  const remove = async ({ key }: OutboxEntry) => void there.delete(key);
  const shared = { put, remove, probe: async () => {} } as unknown as Outbox;
  const own = createOutbox(await tempFolder(), plenty);
  const outbox = new OutboxWithFallback(shared, own, { keptIn: 'disk', onFailed: vi.fn(), onBack: vi.fn() });
  put.mockRejectedValueOnce(new NoReplyError('no connection'));
  await outbox.put(envelopeOf(1), byServer);

  const checking = outbox.check();
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  put.mockImplementationOnce(async (_, { entry }) => {
    there.add(entry!.key);
    throw new LostReplyError('lost');
  });
  await outbox.put(envelopeOf(2), byServer);
  replies[0]!();
  await vi.waitFor(() => expect(replies).toHaveLength(2));
  replies[1]!();
  await checking;
  await outbox.check();
  expect([there.size, own.count()]).toEqual([2, 0]);
});

const refused = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
test.each([
  ['READONLY', new Error("READONLY You can't write against a read only replica.")],
  ['OOM', new Error('ERR Error running script (call to f_1): @user_script:6: @user_script: 6: -OOM not allowed')],
  ['ECONNREFUSED', new NoReplyError('no connection', { cause: refused })],
])('the log names %s and no more of an error', (reason, error) => expect(safeReason(error)).toBe(reason));
