import { expect, test } from 'vitest';
import { testEnvironment } from '../../../../scripts/test/programs';

test.each(['SENTRY_DSN', 'SENTRY_ANYTHING', 'PORT', 'OUTBOX_DIR', 'NEXT_PUBLIC_TITLE', 'NODE_ENV', 'REDIS_PATH'])(
  '%s of the shell does not reach the tests',
  (name) => expect(testEnvironment({ [name]: 'set' })).not.toHaveProperty(name),
);

test('the other variables reach the tests', () => {
  const others = { PATH: '/bin', NEXT_TELEMETRY_DISABLED: '1' };
  expect(testEnvironment(others)).toMatchObject(others);
});
