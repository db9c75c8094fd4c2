import type { ErrorEvent, Event, EventHint } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { applySdkOptions } from '../../../candor/src/shared/apply-sdk-options';
import { defineSdkOptions, type SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { takeConsole } from '../../support/quiet-console';

test('options are returned, also with the types of the SDK, and those that change nothing are named', () => {
  const options: SdkOptions = {
    ...{ release: 'shop@1.2.3', tags: { team: 'checkout' }, ignoreErrors: ['ResizeObserver', /^AbortError/] },
    reportAlso: ['an extension', 'aborted on purpose'],
    beforeSend: (event: ErrorEvent, hint: EventHint) => (hint.originalException ? event : null),
  };
  expect(defineSdkOptions(options)).toEqual(options);
  // @ts-expect-error -- An option of the SDK that Candor does not have.
  defineSdkOptions({ tags: {}, tracesSampleRate: 1 });
  defineSdkOptions({ constructor: 1 } as SdkOptions);
  const said = (name: string) => `defineSdkOptions ignores ${name}: Candor has no such option.`;
  expect(takeConsole('error')).toEqual(['tracesSampleRate', 'constructor'].map(said));
});

const eventId = '0123456789abcdef0123456789abcdef';
const values = Object.entries({ Error: 'why', TypeError: 'broken at 7' }).map(([type, value]) => ({ type, value }));
const made: Event = { event_id: eventId, tags: { digest: eventId }, exception: { values } };
const failed = vi.fn();

const apply = (options: SdkOptions, event = made) =>
  applySdkOptions(event, { originalException: 7 }, options, failed.mockReset());

test.each<[(string | RegExp)[], boolean, Event?]>([
  [['TypeError: bro'], true],
  [[/^TypeError: .* 7$/], true],
  [[/^broken/], true],
  [['why'], false],
  [['Broken', /^Error/], false],
  [[], false],
  [['nothing'], true, { message: 'nothing new' }],
])('ignoreErrors %o matches the message or the type with it: %s', (ignoreErrors, isIgnored, event) => {
  const dropped = { dropped: 'it matches ignoreErrors' };
  expect(apply({ ignoreErrors }, event)).toEqual(isIgnored ? dropped : { event: made });
});

test('beforeSend changes an event, except its id, or drops it, at once or later', async () => {
  const change = (event: ErrorEvent): ErrorEvent => ({ ...event, event_id: 'x', level: 'info' });
  const beforeSend = vi.fn<NonNullable<SdkOptions['beforeSend']>>(change);
  const changed = { event: { ...made, tags: { a: 'b', digest: eventId }, level: 'info' } };
  const tags = { a: 'b', digest: 'x' };
  expect(apply({ beforeSend, tags })).toEqual(changed);
  expect(beforeSend).toHaveBeenCalledWith(expect.objectContaining({ event_id: eventId }), { originalException: 7 });
  expect(await apply({ beforeSend: async (event) => beforeSend(event, {}), tags })).toEqual(changed);
  const dropped = { dropped: 'beforeSend dropped it' };
  expect(apply({ beforeSend: () => null })).toEqual(dropped);
  expect(await apply({ beforeSend: async () => null })).toEqual(dropped);
});

// tests/unit/sdk/sdk.test.ts has one that throws.
test.each<[string, SdkOptions['beforeSend'], string]>([
  ['rejects', () => Promise.reject(new Error('of the team')), 'of the team'],
  ['returns nothing', (() => undefined) as never, 'neither an event nor null'],
  ['resolves to a text', (async () => 'x') as never, 'neither an event nor null'],
  ['does not end for a second', () => new Promise(() => {}), 'beforeSend took longer than 1000 ms.'],
])('an event goes without a beforeSend that %s', async (_, beforeSend, says) => {
  vi.useFakeTimers();
  const applied = apply({ beforeSend });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(await applied).toEqual({ event: made });
  expect(failed.mock.calls).toEqual([[expect.objectContaining({ message: expect.stringContaining(says) })]]);
});

test('feedback has the tags only', () => {
  const feedback = { type: 'feedback', message: 'broken' } as unknown as Event;
  const options = { tags: { a: 'b' }, ignoreErrors: ['broken'], beforeSend: () => null };
  expect(apply(options, feedback)).toEqual({ event: { ...feedback, tags: { a: 'b' } } });
});
