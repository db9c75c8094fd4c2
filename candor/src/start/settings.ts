import { parseDsn } from '../envelope/dsn.js';
import { isOutboxUrl } from '../outbox/redis/outbox-url.js';
import { SettingsError } from '../shared/settings-error.js';
import { messageOf } from '../shared/error-parts.js';

export type Settings = ReturnType<typeof readSettings>;

/** `read` throws an error whose message says what the text of the variable must be. */
type Setting<Value> = { name: string; read: (written: string | undefined) => Value };
type Schema = Record<string, Setting<unknown>>;
type Values<Of extends Schema> = { [Field in keyof Of]: ReturnType<Of[Field]['read']> };

export function setting<Value, Unset>(
  name: string,
  read: (written: string) => Value,
  unset: Unset,
): Setting<Value | Unset> {
  return { name, read: (written) => (written === undefined ? unset : read(written)) };
}

function text(isRight: (written: string) => boolean, message: string) {
  return (written = '') => {
    if (!isRight(written)) throw new Error(message);
    return written;
  };
}

export const matching = (form: RegExp, message: string) => text((written) => form.test(written), message);

/** In as few digits as it needs. */
export function number(least: number, most: number) {
  const isRight = (written: string) => /^\d{1,9}$/.test(written) && Number(written) >= least && Number(written) <= most;
  const read = text(isRight, `must be a number from ${least} to ${most}`);
  return (written: string) => Number(read(written));
}

// The names that Sentry accepts for an environment: https://docs.sentry.io/concepts/key-terms/environments/
const environment = matching(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes');

/** The address of Redis, and the prefix of each key there. */
function readOutboxUrl(written: string): { url: string; prefix: string } {
  const [, url = '', prefix = 'candor'] = /^(.*?)(?:\?prefix=([\w.:-]{1,64}))?$/.exec(written) ?? [];
  if (isOutboxUrl(url)) return { url, prefix };
  throw new Error(
    'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0, or redis+sentinel:// with hosts and a name, like redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379/NAME/0; either may end with ?prefix= and 1 to 64 letters, digits, dots, colons, dashes or underscores',
  );
}

type Lifetime = 'disk' | 'process' | 'request';
const lifetime = matching(/^(disk|process|request)$/, 'must be disk, process or request') as (
  written: string,
) => Lifetime;

export const serverSchema = (isDevelopment: boolean) => ({
  dsn: setting('SENTRY_DSN', (written) => (written === '' ? undefined : parseDsn(written)), undefined),
  environment: setting('SENTRY_ENVIRONMENT', environment, isDevelopment ? 'development' : 'production'),
  port: setting('PORT', number(1, 65_535), 3000),
  host: setting('HOST', matching(/./, 'must name an address to listen on'), '0.0.0.0'),
  /** Limit for this process; ten times as many in a day. */
  browserEventsPerHour: setting('BROWSER_EVENTS_PER_HOUR', number(0, 99_999_999), 2_000),
  outboxDir: setting('OUTBOX_DIR', matching(/./, 'must name a folder'), '.outbox'),
  /** `undefined`: events wait in `outboxDir` only. */
  sharedOutbox: setting('OUTBOX_URL', readOutboxUrl, undefined),
  /** How many proxies in front of this server are trusted to name the client. */
  trustedProxyHops: setting('TRUSTED_PROXY_HOPS', number(0, 9), 0),
  /** How long the server still serves after SIGTERM, while it says that it is not ready. */
  drainSeconds: setting('DRAIN_SECONDS', number(0, 999), 0),
  /** What lasts longest: `outboxDir`, this process, or only a request. `undefined`: as the platform says. */
  lifetime: setting('LIFETIME', lifetime, undefined),
});

export const settingNames: readonly string[] = Object.values(serverSchema(false)).map(({ name }) => name);

/** Platforms set these in the functions that they freeze after a response. */
const platformVariables = ['VERCEL', 'AWS_LAMBDA_FUNCTION_NAME', 'NETLIFY'] as const;

export function readSettings(env: NodeJS.Dict<string>) {
  const settings = readAll(serverSchema(env.NODE_ENV === 'development'), env);
  const platform = platformVariables.find((name) => env[name]);
  const { lifetime = platform ? 'request' : 'disk' } = settings;
  return { ...settings, lifetime, lifetimeFrom: settings.lifetime ? 'LIFETIME' : platform };
}

/** @throws SettingsError naming every bad setting at once. */
export function readAll<Of extends Schema>(schema: Of, env: NodeJS.Dict<string>): Values<Of> {
  const problems: string[] = [];
  const values = Object.entries(schema).map(([field, { name, read }]) => {
    try {
      // eslint-disable-next-line candor/no-text-index -- The name of a setting.
      return [field, read(env[name])];
    } catch (error) {
      problems.push(`${name} ${messageOf(error)}`);
      return [field, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(values) as Values<Of>;
}
