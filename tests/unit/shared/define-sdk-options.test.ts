import type { ErrorEvent, EventHint } from '@sentry/core';
import { expect, test } from 'vitest';
import { defineSdkOptions, type SdkOptions } from '../../../candor/src/shared/define-sdk-options';
import { takeConsole } from '../../support/quiet-console';

test('options are returned, also with the types of the SDK, and those that change nothing are named', () => {
  const options: SdkOptions = {
    release: 'shop@1.2.3',
    tags: { team: 'checkout' },
    ignoreErrors: ['ResizeObserver', /^AbortError/],
    reportAlso: ['an extension', 'aborted on purpose'],
    beforeSend: (event: ErrorEvent, hint: EventHint) => (hint.originalException ? event : null),
  };
  expect(defineSdkOptions(options)).toEqual(options);
  // @ts-expect-error -- An option of the SDK that Candor does not have.
  defineSdkOptions({ tags: {}, tracesSampleRate: 1 });
  defineSdkOptions({ constructor: 1 } as SdkOptions);
  expect(takeConsole('error')).toEqual(
    ['tracesSampleRate', 'constructor'].map((name) => `defineSdkOptions ignores ${name}: Candor has no such option.`),
  );
});
