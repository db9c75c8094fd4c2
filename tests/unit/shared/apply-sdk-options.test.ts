import type { Event } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { applySdkOptions, type Applied } from '../../../candor/src/shared/apply-sdk-options';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';

const eventId = '0123456789abcdef0123456789abcdef';
const made: Event = {
  event_id: eventId,
  tags: { digest: eventId },
  exception: {
    values: Object.entries({ Error: 'why', TypeError: 'broken at 7' }).map(([type, value]) => ({ type, value })),
  },
};

function apply(options: SdkOptions, event = made) {
  const failed: unknown[] = [];
  const applied = applySdkOptions(event, { originalException: 7 }, options, (error) => void failed.push(error));
  return { applied, failed };
}

test('without options an event is as it was made', () => expect(apply({}).applied).toEqual({ event: made }));

test.each<[(string | RegExp)[], boolean, Event?]>([
  [['broken'], true],
  [['TypeError: bro'], true],
  [[/^TypeError: .* 7$/], true],
  [[/^broken/], true],
  [['why'], false],
  [['Broken', /^Error/], false],
  [[], false],
  [['nothing'], true, { message: 'nothing new' }],
])('ignoreErrors %o matches the message or the type with it: %s', (ignoreErrors, isIgnored, event) => {
  const dropped = { dropped: 'it matches ignoreErrors' };
  expect(apply({ ignoreErrors }, event).applied).toEqual(isIgnored ? dropped : { event: made });
});

test('beforeSend changes an event, except its id, or drops it, at once or later', async () => {
  const beforeSend = vi.fn<NonNullable<SdkOptions['beforeSend']>>((event) => ({
    ...event,
    event_id: 'x',
    level: 'info',
  }));
  const changed = { event: { ...made, tags: { a: 'b', digest: eventId }, level: 'info' } };
  const tags = { a: 'b', digest: 'x' };
  expect(apply({ beforeSend, tags }).applied).toEqual(changed);
  expect(beforeSend).toHaveBeenCalledWith(expect.objectContaining({ event_id: eventId }), { originalException: 7 });
  expect(await apply({ beforeSend: async (event) => ({ ...event, level: 'info' }), tags }).applied).toEqual(changed);
  const dropped = { dropped: 'beforeSend dropped it' };
  expect(apply({ beforeSend: () => null }).applied).toEqual(dropped);
  expect(await apply({ beforeSend: async () => null }).applied).toEqual(dropped);
});

const broken = () => {
  throw new Error('of the team');
};

test.each<[string, SdkOptions['beforeSend'], string]>([
  ['throws', broken, 'of the team'],
  ['rejects', async () => broken(), 'of the team'],
  ['returns nothing', (() => undefined) as never, 'neither an event nor null'],
  ['resolves to a text', (async () => 'x') as never, 'neither an event nor null'],
])('an event goes without a beforeSend that %s', async (_, beforeSend, says) => {
  const { applied, failed } = apply({ beforeSend });
  expect(await applied).toEqual({ event: made });
  expect(failed).toEqual([expect.objectContaining({ message: expect.stringContaining(says) })]);
});

test('an event goes without a beforeSend that never ends, after a second', async () => {
  vi.useFakeTimers();
  const { applied, failed } = apply({ beforeSend: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(await applied).toEqual<Applied>({ event: made });
  expect(failed).toEqual([new Error('beforeSend took longer than 1000 ms.')]);
});

test('feedback has the tags only', () => {
  const feedback: Event = { type: 'feedback', message: 'broken' } as Event;
  const options = { tags: { a: 'b' }, ignoreErrors: ['broken'], beforeSend: () => null };
  expect(apply(options, feedback).applied).toEqual({ event: { ...feedback, tags: { a: 'b' } } });
});
