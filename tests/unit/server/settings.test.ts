import { describe, expect, test } from 'vitest';
import { parseDsn } from '../../../candor/delivery/dsn';
import { readSettings, SettingsError } from '../../../candor/server/settings';

describe('readSettings', () => {
  test('has a default for everything, and reporting off', () => {
    expect(readSettings({})).toEqual({
      dsn: undefined,
      environment: 'production',
      port: 3000,
      host: '0.0.0.0',
      examplePage: true,
      failuresPerMinute: 60,
      browserEventsPerHour: 2_000,
      browserEventsPerDay: 20_000,
      outboxDir: '.outbox',
      outboxUrl: undefined,
      outboxPrefix: 'candor',
      trustedProxyHops: 0,
      publicCounters: true,
      drainSeconds: 0,
      inboxPort: 8969,
      inboxUrl: undefined,
    });
  });

  test.each([
    ['development', 'development'],
    ['production', 'production'],
    ['test', 'production'],
  ])('with NODE_ENV %s calls the environment %s', (NODE_ENV, environment) => {
    expect(readSettings({ NODE_ENV })).toMatchObject({ environment });
  });

  test('reads every setting', () => {
    const dsn = 'https://key@example.test/42';
    expect(
      readSettings({
        NODE_ENV: 'development',
        SENTRY_DSN: dsn,
        SENTRY_ENVIRONMENT: 'staging',
        PORT: '8080',
        HOST: '::1',
        EXAMPLE_PAGE: 'off',
        FAILURES_PER_MINUTE: '0',
        BROWSER_EVENTS_PER_HOUR: '0',
        BROWSER_EVENTS_PER_DAY: '999999999',
        OUTBOX_DIR: '/var/lib/candor',
        OUTBOX_URL: 'rediss://candor:p%40ss@[::1]:6380/2',
        OUTBOX_PREFIX: 'shop:candor',
        TRUSTED_PROXY_HOPS: '2',
        PUBLIC_COUNTERS: 'off',
        DRAIN_SECONDS: '999',
        INBOX_PORT: '9000',
        INBOX_URL: 'http://localhost:8969',
      }),
    ).toEqual({
      dsn: parseDsn(dsn),
      environment: 'staging',
      port: 8080,
      host: '::1',
      examplePage: false,
      failuresPerMinute: 0,
      browserEventsPerHour: 0,
      browserEventsPerDay: 999_999_999,
      outboxDir: '/var/lib/candor',
      outboxUrl: 'rediss://candor:p%40ss@[::1]:6380/2',
      outboxPrefix: 'shop:candor',
      trustedProxyHops: 2,
      publicCounters: false,
      drainSeconds: 999,
      inboxPort: 9000,
      inboxUrl: 'http://localhost:8969',
    });
  });

  test('never repeats the password of a bad OUTBOX_URL', () => {
    expect(messageOf(() => readSettings({ OUTBOX_URL: 'redis://:topsecret@host/x' }))).not.toContain('topsecret');
  });

  test('reads an empty SENTRY_DSN as reporting off', () => {
    expect(readSettings({ SENTRY_DSN: '' })).toMatchObject({ dsn: undefined });
  });

  test('ignores the settings that only the build reads', () => {
    expect(() =>
      readSettings({ SENTRY_AUTH_TOKEN: 'token', SENTRY_RELEASE: 'a/b', SENTRY_UPLOAD: 'no' }),
    ).not.toThrow();
  });

  test.each(['1', '65535'])('accepts the port %s', (PORT) => {
    expect(readSettings({ PORT })).toMatchObject({ port: Number(PORT) });
  });

  test.each([
    ['SENTRY_DSN', 'example.test/42', 'is not a URL of the form https://KEY@HOST/PROJECT'],
    ['SENTRY_ENVIRONMENT', '', 'must be 1 to 64 characters without spaces or slashes'],
    ['SENTRY_ENVIRONMENT', 'a b', 'must be 1 to 64 characters without spaces or slashes'],
    ['SENTRY_ENVIRONMENT', 'a/b', 'must be 1 to 64 characters without spaces or slashes'],
    ['SENTRY_ENVIRONMENT', 'x'.repeat(65), 'must be 1 to 64 characters without spaces or slashes'],
    ['PORT', '', 'must be a number from 1 to 65535'],
    ['PORT', '0', 'must be a number from 1 to 65535'],
    ['PORT', '65536', 'must be a number from 1 to 65535'],
    ['PORT', '80a', 'must be a number from 1 to 65535'],
    ['PORT', '-1', 'must be a number from 1 to 65535'],
    ['HOST', '', 'must name an address to listen on'],
    ['OUTBOX_DIR', '', 'must name a folder'],
    ...[
      '',
      'localhost:6379',
      'http://host',
      'redis://',
      'redis://host/x',
      'redis://host?db=1',
      'redis://:%ZZ@host',
    ].map((url) => [
      'OUTBOX_URL',
      url,
      'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0',
    ]),
    ['OUTBOX_PREFIX', '', 'must be 1 to 64 letters, digits, dots, colons, dashes or underscores'],
    ['OUTBOX_PREFIX', 'a{b}', 'must be 1 to 64 letters, digits, dots, colons, dashes or underscores'],
    ['TRUSTED_PROXY_HOPS', '', 'must be a number from 0 to 9'],
    ['TRUSTED_PROXY_HOPS', '-1', 'must be a number from 0 to 9'],
    ['TRUSTED_PROXY_HOPS', '10', 'must be a number from 0 to 9'],
    ['TRUSTED_PROXY_HOPS', 'all', 'must be a number from 0 to 9'],
    ['PUBLIC_COUNTERS', 'no', 'must be on or off'],
    ['DRAIN_SECONDS', '1000', 'must be a number from 0 to 999'],
    ['DRAIN_SECONDS', '5s', 'must be a number from 0 to 999'],
    ['INBOX_PORT', 'x', 'must be a number from 1 to 65535'],
    ['FAILURES_PER_MINUTE', '', 'must be a number from 0 to 999999'],
    ['FAILURES_PER_MINUTE', '-1', 'must be a number from 0 to 999999'],
    ['FAILURES_PER_MINUTE', '1000000', 'must be a number from 0 to 999999'],
    ['BROWSER_EVENTS_PER_HOUR', '', 'must be a number from 0 to 999999999'],
    ['BROWSER_EVENTS_PER_HOUR', '1e3', 'must be a number from 0 to 999999999'],
    ['BROWSER_EVENTS_PER_DAY', '-1', 'must be a number from 0 to 999999999'],
    ['BROWSER_EVENTS_PER_DAY', '1000000000', 'must be a number from 0 to 999999999'],
    ['EXAMPLE_PAGE', '', 'must be on or off'],
    ['EXAMPLE_PAGE', 'OFF', 'must be on or off'],
  ])('rejects %s=%s', (name, value, problem) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingsError([`${name} ${problem}`]));
  });

  test('names every bad setting in one line, and never the key of the DSN', () => {
    const env = {
      SENTRY_DSN: 'https://topsecret@example.test/',
      PORT: 'x',
      HOST: '',
      EXAMPLE_PAGE: '1',
      FAILURES_PER_MINUTE: 'x',
      BROWSER_EVENTS_PER_HOUR: 'x',
      BROWSER_EVENTS_PER_DAY: 'x',
      OUTBOX_DIR: '',
      TRUSTED_PROXY_HOPS: 'x',
      PUBLIC_COUNTERS: 'x',
      DRAIN_SECONDS: 'x',
      INBOX_URL: 'x',
    };
    const message = messageOf(() => readSettings({ ...env, SENTRY_ENVIRONMENT: 'a b' }));
    for (const name of [...Object.keys(env), 'SENTRY_ENVIRONMENT']) expect(message).toContain(`${name} `);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('topsecret');
  });

  test.each(['topsecret', 'https://top%20secret@host', 'ftp://topsecret@host/1', 'https://topsecret@host/1?x'])(
    'does not repeat the bad DSN %s',
    (SENTRY_DSN) => {
      expect(messageOf(() => readSettings({ SENTRY_DSN }))).not.toContain('secret');
    },
  );
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted.');
}
