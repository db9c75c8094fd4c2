import type { Event } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { applySdkOptions, type Applied } from '../../../candor/src/shared/apply-sdk-options';
import type { SdkOptions } from '../../../candor/src/shared/define-sdk-options';

const eventId = '0123456789abcdef0123456789abcdef';
const made: Event = {
  event_id: eventId,
  tags: { digest: eventId },
  exception: {
    values: [
      { type: 'Error', value: 'why' },
      { type: 'TypeError', value: 'broken at 7' },
    ],
  },
};

function apply(options: SdkOptions, event = made) {
  const failed: unknown[] = [];
  const applied = applySdkOptions(event, { originalException: 7 }, options, (error) => void failed.push(error));
  return { applied, failed };
}

test('without options an event is as it was made', () => expect(apply({}).applied).toEqual({ event: made }));

test('tags are added, and those of the event stay', () => {
  expect(apply({ tags: { team: 'shop', digest: 'x' } }).applied).toMatchObject({
    event: { tags: { team: 'shop', digest: eventId } },
  });
});

test.each<[(string | RegExp)[], boolean]>([
  [['broken'], true],
  [['TypeError: bro'], true],
  [[/^TypeError: .* 7$/], true],
  [[/^broken/], true],
  [['why'], false],
  [['Broken', /^Error/], false],
  [[], false],
])('ignoreErrors %o matches the message or the type with it: %s', (ignoreErrors, isIgnored) => {
  expect('dropped' in apply({ ignoreErrors }).applied).toBe(isIgnored);
});

test('a message that was captured is ignored, too', () => {
  expect(apply({ ignoreErrors: ['nothing'] }, { message: 'nothing new' }).applied).toEqual({
    dropped: 'it matches ignoreErrors',
  });
});

test('beforeSend changes an event at once, except its id, or drops it', () => {
  const beforeSend = vi.fn<NonNullable<SdkOptions['beforeSend']>>((event) => ({
    ...event,
    event_id: 'x',
    level: 'info',
  }));
  expect(apply({ beforeSend, tags: { a: 'b' } }).applied).toEqual({
    event: { ...made, tags: { a: 'b', digest: eventId }, level: 'info' },
  });
  expect(beforeSend).toHaveBeenCalledWith(expect.objectContaining({ event_id: eventId }), { originalException: 7 });
  expect(apply({ beforeSend: () => null }).applied).toEqual({ dropped: 'beforeSend dropped it' });
});

test('beforeSend may take its time', async () => {
  const { applied } = apply({ beforeSend: async (event) => ({ ...event, level: 'info' }) });
  expect(await applied).toEqual({ event: { ...made, level: 'info' } });
  expect(await apply({ beforeSend: async () => null }).applied).toEqual({ dropped: 'beforeSend dropped it' });
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
