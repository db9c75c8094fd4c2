import { expect, test } from 'vitest';
import { parseDsn } from '../../../candor/src/envelope/dsn';
import { readSettings } from '../../../candor/src/start/settings';
import { SettingsError } from '../../../candor/src/shared/settings-error';
import { thrownBy } from '../failures/in-request';

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
const column = (index: 0 | 1) => Object.fromEntries(Object.entries(settings).map(([name, row]) => [name, row[index]]));

test('every setting has a default, with reporting off, and is read', () => {
  expect(readSettings({})).toEqual(column(0));
  const variables = Object.values(settings).map(([, , given]) => given);
  expect(readSettings(Object.assign({}, ...variables) as NodeJS.ProcessEnv)).toEqual(column(1));
});

test.each<[variables: string, read: object]>([
  ['NODE_ENV=development', { environment: 'development' }],
  ['NODE_ENV=test', { environment: 'production' }],
  ['SENTRY_DSN=', { dsn: undefined }],
  ['PORT=1', { port: 1 }],
  ['PORT=65535', { port: 65_535 }],
  ['SENTRY_AUTH_TOKEN=token SENTRY_RELEASE=a/b', {}], // Only the build reads them.
  ['VERCEL=1', { lifetime: 'request', lifetimeFrom: 'VERCEL' }],
  ['NETLIFY=true', { lifetime: 'request', lifetimeFrom: 'NETLIFY' }],
  ['AWS_LAMBDA_FUNCTION_NAME=site', { lifetime: 'request', lifetimeFrom: 'AWS_LAMBDA_FUNCTION_NAME' }],
  ['VERCEL=', { lifetime: 'disk', lifetimeFrom: undefined }],
  ['LIFETIME=process VERCEL=1', { lifetime: 'process', lifetimeFrom: 'LIFETIME' }],
])('reads %s as %j', (variables, read) => {
  const env = Object.fromEntries(variables.split(' ').map((each) => each.split('='))) as Record<string, string>;
  expect(readSettings(env)).toMatchObject(read);
});

const notDsn = 'is not a URL of the form https://KEY@HOST/PROJECT';
const notUrl =
  'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0, or redis+sentinel:// with hosts and a name, like redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379/NAME/0; either may end with ?prefix= and 1 to 64 letters, digits, dots, colons, dashes or underscores';
const urls = [
  ...['', 'localhost:6379', 'http://host', 'redis://', 'redis://:secret@host/x', 'redis://host?db=1'],
  ...['redis://:%ZZ@host', 'redis+sentinel://:secret@host'],
  ...['', 'a{b}', 'a'.repeat(65)].map((prefix) => `redis://host?prefix=${prefix}`),
];

const rejected: [name: string, problem: string, values: string[]][] = [
  ['SENTRY_DSN', notDsn, ['example.test/42']],
  ['SENTRY_ENVIRONMENT', 'must be 1 to 64 characters without spaces or slashes', ['', 'a b', 'a/b', 'x'.repeat(65)]],
  ['PORT', 'must be a number from 1 to 65535', ['', '0', '65536', '80a', '-1']],
  ['HOST', 'must name an address to listen on', ['']],
  ['OUTBOX_DIR', 'must name a folder', ['']],
  ['OUTBOX_URL', notUrl, urls],
  ['TRUSTED_PROXY_HOPS', 'must be a number from 0 to 9', ['', '-1', '10', 'all']],
  ['DRAIN_SECONDS', 'must be a number from 0 to 999', ['1000', '5s']],
  ['BROWSER_EVENTS_PER_HOUR', 'must be a number from 0 to 99999999', ['', '1e3', '-1', '100000000']],
  ['LIFETIME', 'must be disk, process or request', ['', 'Request', 'function']],
];

test.each(rejected)('rejects %s where it %s, and does not repeat it', (name, problem, values) => {
  const errors = values.map((value) => thrownBy(() => readSettings({ [name]: value })));
  expect(errors).toEqual(values.map(() => new SettingsError([`${name} ${problem}`])));
});

test('one line names every bad setting', () => {
  const env = Object.fromEntries(rejected.map(([name, , [value]]) => [name, value]));
  const { problems, message } = thrownBy(() => readSettings(env)) as SettingsError;
  expect([...problems].sort()).toEqual(rejected.map(([name, problem]) => `${name} ${problem}`).sort());
  expect(message).not.toContain('\n');
});
