import { expect, test } from 'vitest';
import { testEnvironment } from '../../../../scripts/test/test-environment';

test.each(['SENTRY_DSN', 'SENTRY_ANYTHING', 'PORT', 'OUTBOX_DIR', 'INBOX_URL', 'NEXT_PUBLIC_TITLE', 'NODE_ENV'])(
  '%s of the shell does not reach the tests',
  (name) => {
    expect(testEnvironment({ [name]: 'set' })).not.toHaveProperty(name);
  },
);

test('the other variables reach the tests', () => {
  expect(testEnvironment({ PATH: '/bin', NEXT_TELEMETRY_DISABLED: '1' })).toEqual({
    PATH: '/bin',
    NEXT_TELEMETRY_DISABLED: '1',
    EXAMPLE_PAGE: 'on',
    SENTRY_RELEASE: '',
    SENTRY_AUTH_TOKEN: '',
  });
});
