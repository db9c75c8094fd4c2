import { expect, test } from 'vitest';
import { createFirstOfDay } from '../../../candor/src/monitoring/first-of-day';
import type { Deployment } from '../../../candor/src/outbox/deployment';
import { envelope, id, openTunnel } from './open-tunnel';
import { respondWith } from '../../support/fake-ingest';

const reason = 'not the first of its kind today';
const dayMs = 24 * 3_600_000;
const shaped = (shape: string) => ({ 'Candor-Shape': shape });
const dropped = { status: 200, json: { id, state: 'dropped', reason } };

test('the first event of a shape is forwarded, and the next ones are counted, until a day has gone by', async () => {
  const { post, receiver, ignored, pass } = await openTunnel();
  expect(await post(envelope, shaped('1a'))).toMatchObject({ status: 200, json: { state: 'sent' } });
  expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  expect(await post(envelope, shaped('2b'))).toMatchObject({ json: { state: 'sent' } });
  expect([receiver.arrivals.length, ignored]).toEqual([2, [reason, reason]]);
  pass(dayMs);
  expect(await post(envelope, shaped('1a'))).toMatchObject({ json: { state: 'sent' } });
});

test.each(['', 'not hexadecimal', '0123456789', 'a'.repeat(100_000)])(
  'an event whose shape is none is forwarded like any other',
  async (shape) => {
    const { post, receiver } = await openTunnel();
    await post(envelope, shaped(shape));
    await post(envelope, shaped(shape));
    expect(receiver.arrivals).toHaveLength(2);
  },
);

test('an event that was not sent is not the first of its day', async () => {
  const { post, receiver } = await openTunnel({ respond: respondWith(413) });
  expect(await post(envelope, shaped('1a'))).toMatchObject({ status: 413 });
  receiver.answer(respondWith(200));
  expect(await post(envelope, shaped('1a'))).toMatchObject({ json: { state: 'sent' } });
});

test('past the budget no shape is taken, and an event that is not its first costs nothing of the budget', async () => {
  const taken: string[] = [];
  const takeFirst = async (shape: string) => (taken.push(shape) === 1 ? undefined : () => {});
  const { post } = await openTunnel({ budget: { perHour: 1 }, takeFirst });
  expect(await post(envelope, shaped('1a'))).toMatchObject(dropped);
  expect(await post(envelope, shaped('2b'))).toMatchObject({ json: { state: 'sent' } });
  expect(await post(envelope, shaped('3c'))).toMatchObject({ status: 429 });
  expect(taken).toEqual(['1a', '2b']);
});

test('of a thousand and one shapes the oldest is forgotten', async () => {
  const take = createFirstOfDay({ now: () => 0 });
  for (let shape = 0; shape <= 1_000; shape += 1) await take(String(shape));
  expect([await take('1'), await take('0')]).toEqual([undefined, expect.any(Function)]);
});

test('the instances of a deployment let one through together, and each one where their store is unavailable', async () => {
  const taken = new Set<string>();
  let isThere = true;
  const deployment = {
    take: ([{ name }]: [{ name: string }]) => {
      if (!isThere) return Promise.resolve(undefined);
      const state = taken.has(name) ? 'spent' : 'taken';
      taken.add(name);
      return Promise.resolve({ state });
    },
    refund: ([{ name }]: [{ name: string }]) => void taken.delete(name),
  } as unknown as Deployment;
  const [one, other] = [createFirstOfDay({ deployment }), createFirstOfDay({ deployment })];
  const giveBack = await one('1a');
  expect([await one('1a'), await other('1a')]).toEqual([undefined, undefined]);
  giveBack?.();
  expect(await one('1a')).toBeTypeOf('function');
  isThere = false;
  expect([await one('2b'), await other('2b')]).toEqual([expect.any(Function), expect.any(Function)]);
});
