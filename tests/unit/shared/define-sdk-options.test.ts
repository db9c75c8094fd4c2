import type { ErrorEvent, EventHint } from '@sentry/core';
import { expect, test, vi } from 'vitest';
import { defineSdkOptions, type SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { takeConsole } from '../../support/quiet-console';

const define = (options: object) => () => defineSdkOptions(options as SdkOptions);

test('options that Candor honours are returned, also with the types of the SDK', () => {
  const options: SdkOptions = {
    release: 'shop@1.2.3',
    tags: { team: 'checkout' },
    ignoreErrors: ['ResizeObserver', /^AbortError/],
    reportAlso: ['an extension', 'aborted on purpose'],
    beforeSend: (event: ErrorEvent, hint: EventHint) => (hint.originalException ? event : null),
  };
  expect(defineSdkOptions(options)).toBe(options);
  expect(defineSdkOptions({ release: undefined } as object)).toEqual({});
});

test('one sentence names each option that it cannot honour, and what to do', () => {
  expect(define({ dsn: 'https://k@h/1', tracesSampleRate: 1, integrations: [], tunel: '/x', tags: [] })).toThrow(
    new TypeError(
      'defineSdkOptions was called with options that Candor does not honour: dsn (set SENTRY_DSN where the server starts); tracesSampleRate (Candor reports errors only); integrations (Candor makes events without the integrations of the SDK; change them in beforeSend); tunel (expected one of release, tags, ignoreErrors, reportAlso, beforeSend); tags must be an object of strings.',
    ),
  );
});

test.each<object>([
  ...[{ release: '' }, { release: 'a b' }, { release: 7 }, { tags: { a: 1 } }, { tags: 'a' }, { ignoreErrors: 'x' }],
  ...[{ ignoreErrors: [7] }, { reportAlso: ['React suspends'] }, { reportAlso: 'an extension' }, { beforeSend: 'x' }],
  { constructor: 1 },
])('%o is refused', (options) => expect(define(options)).toThrow(TypeError));

test('a browser prints it, and goes on with the other options', () => {
  vi.stubGlobal('window', globalThis);
  expect(define({ tags: { a: 'b' }, replaysSessionSampleRate: 1, release: 7 })()).toEqual({ tags: { a: 'b' } });
  expect(takeConsole('error')).toEqual([
    expect.stringContaining('replaysSessionSampleRate (Candor reports errors only)'),
  ]);
});
