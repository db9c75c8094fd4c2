import { describe, expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { readSettings } from '../../../candor/src/server/settings';
import { SettingsError } from '../../../candor/src/shared/settings-error';
import { thrownBy } from './in-request';

/** The rows of tests, one for each bad value. */
const eachValue = (rows: [name: string, problem: string, values: string[]][]) =>
  rows.flatMap(([name, problem, values]) => values.map((value) => [name, value, problem] as const));

function messageOf(env: Record<string, string>): string {
  const error = thrownBy(() => readSettings(env));
  expect(error).toBeInstanceOf(SettingsError);
  return (error as SettingsError).message;
}

describe('readSettings', () => {
  const dsn = 'https://key@example.test/42';
  const url = 'rediss://candor:p%40ss@[::1]:6380/2';

  /** Of each setting its default, and what it is with these variables. */
  const settings: Record<string, [byDefault: unknown, read: unknown, variables: Record<string, string>]> = {
    dsn: [undefined, parseDsn(dsn), { SENTRY_DSN: dsn }],
    environment: ['production', 'staging', { NODE_ENV: 'development', SENTRY_ENVIRONMENT: 'staging' }],
    port: [3000, 8080, { PORT: '8080' }],
    host: ['0.0.0.0', '::1', { HOST: '::1' }],
    browserEventsPerHour: [2_000, 0, { BROWSER_EVENTS_PER_HOUR: '0' }],
    outboxDir: ['.outbox', '/var/lib/candor', { OUTBOX_DIR: '/var/lib/candor' }],
    sharedOutbox: [undefined, { url, prefix: 'shop:candor' }, { OUTBOX_URL: `${url}?prefix=shop:candor` }],
    trustedProxyHops: [0, 2, { TRUSTED_PROXY_HOPS: '2' }],
    drainSeconds: [0, 999, { DRAIN_SECONDS: '999' }],
    lifetime: ['disk', 'request', { LIFETIME: 'request' }],
    lifetimeFrom: [undefined, 'LIFETIME', {}],
  };
  const column = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(settings).map(([name, row]) => [name, row[index]]));

  test('reads every setting, and has a default for each, with reporting off', () => {
    expect(readSettings({})).toEqual(column(0));
    const variables = Object.values(settings).map(([, , given]) => given);
    expect(readSettings(Object.assign({}, ...variables) as NodeJS.ProcessEnv)).toEqual(column(1));
  });

  test.each([
    [{ NODE_ENV: 'development' }, { environment: 'development' }],
    [{ NODE_ENV: 'production' }, { environment: 'production' }],
    [{ NODE_ENV: 'test' }, { environment: 'production' }],
    [{ SENTRY_DSN: '' }, { dsn: undefined }],
    [{ PORT: '1' }, { port: 1 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ SENTRY_AUTH_TOKEN: 'token', SENTRY_RELEASE: 'a/b', SENTRY_UPLOAD: 'no' }, {}], // Only the build reads them.
  ] as [NodeJS.ProcessEnv, object][])('reads %j as %j', (env, read) => expect(readSettings(env)).toMatchObject(read));

  test.each([
    [{}, 'disk', undefined],
    [{ VERCEL: '1' }, 'request', 'VERCEL'],
    [{ NETLIFY: 'true' }, 'request', 'NETLIFY'],
    [{ AWS_LAMBDA_FUNCTION_NAME: 'site' }, 'request', 'AWS_LAMBDA_FUNCTION_NAME'],
    [{ VERCEL: '' }, 'disk', undefined],
    [{ LIFETIME: 'process', VERCEL: '1' }, 'process', 'LIFETIME'],
  ])('with %j what lasts longest is the %s', (env, lifetime, lifetimeFrom) => {
    expect(readSettings(env)).toMatchObject({ lifetime, lifetimeFrom });
  });

  const notUrl =
    'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0, or redis+sentinel:// with hosts and a name, like redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379/NAME/0; either may end with ?prefix= and 1 to 64 letters, digits, dots, colons, dashes or underscores';

  const noName = 'must be 1 to 64 characters without spaces or slashes';
  const urls = ['', 'localhost:6379', 'http://host', 'redis://', 'redis://host/x', 'redis://host?db=1'];
  const sentinels = ['host:26379', 'host,/name', ':%ZZ@host/name'].map((rest) => `redis+sentinel://${rest}`);
  const prefixes = ['', 'a{b}', 'a'.repeat(65)].map((prefix) => `redis://host?prefix=${prefix}`);

  test.each(
    eachValue([
      ['SENTRY_DSN', 'is not a URL of the form https://KEY@HOST/PROJECT', ['example.test/42']],
      ['SENTRY_ENVIRONMENT', noName, ['', 'a b', 'a/b', 'x'.repeat(65)]],
      ['PORT', 'must be a number from 1 to 65535', ['', '0', '65536', '80a', '-1']],
      ['HOST', 'must name an address to listen on', ['']],
      ['OUTBOX_DIR', 'must name a folder', ['']],
      ['OUTBOX_URL', notUrl, [...urls, 'redis://:%ZZ@host', ...sentinels, ...prefixes]],
      ['TRUSTED_PROXY_HOPS', 'must be a number from 0 to 9', ['', '-1', '10', 'all']],
      ['DRAIN_SECONDS', 'must be a number from 0 to 999', ['1000', '5s']],
      ['BROWSER_EVENTS_PER_HOUR', 'must be a number from 0 to 99999999', ['', '1e3', '-1', '100000000']],
      ['LIFETIME', 'must be disk, process or request', ['', 'Request', 'function']],
    ]),
  )('rejects %s=%s', (name, value, problem) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingsError([`${name} ${problem}`]));
  });

  test('names every bad setting in one line, and never the key of the DSN', () => {
    const numbers = ['PORT', 'BROWSER_EVENTS_PER_HOUR', 'DRAIN_SECONDS', 'TRUSTED_PROXY_HOPS'];
    const unreadable = Object.fromEntries(numbers.map((name) => [name, 'x']));
    const empty = { HOST: '', OUTBOX_DIR: '', SENTRY_ENVIRONMENT: '' };
    const env = { ...unreadable, ...empty, SENTRY_DSN: 'https://topsecret@example.test/' };
    const message = messageOf(env);
    for (const name of Object.keys(env)) expect(message).toContain(`${name} `);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('topsecret');
  });

  test.each([
    ['OUTBOX_URL', 'redis://:topsecret@host/x'],
    ['OUTBOX_URL', 'redis+sentinel://:topsecret@host'],
    ['SENTRY_DSN', 'topsecret'],
    ['SENTRY_DSN', 'https://top%20secret@host'],
    ['SENTRY_DSN', 'ftp://topsecret@host/1'],
    ['SENTRY_DSN', 'https://topsecret@host/1?x'],
  ])('does not repeat %s=%s', (name, value) => expect(messageOf({ [name]: value })).not.toContain('secret'));
});
