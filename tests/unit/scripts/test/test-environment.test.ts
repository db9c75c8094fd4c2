import { expect, test } from 'vitest';
import { testEnvironment } from '../../../../scripts/test/test-environment';

const names = ['SENTRY_DSN', 'SENTRY_ANYTHING', 'PORT', 'OUTBOX_DIR', 'INBOX_URL', 'NEXT_PUBLIC_TITLE', 'NODE_ENV'];

test.each(names)('%s of the shell does not reach the tests', (name) => {
  expect(testEnvironment({ [name]: 'set' })).not.toHaveProperty(name);
});

test('the other variables reach the tests', () => {
  const others = { PATH: '/bin', NEXT_TELEMETRY_DISABLED: '1' };
  const ofTests = { EXAMPLE_PAGE: 'on', SENTRY_RELEASE: '', SENTRY_AUTH_TOKEN: '' };
  expect(testEnvironment(others)).toEqual({ ...others, ...ofTests });
});
