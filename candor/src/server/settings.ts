import { parseDsn } from '../envelope/dsn.js';
import { isOutboxUrl } from '../outbox/redis/outbox-url.js';
import { SettingsError } from '../shared/settings-error.js';
import { readLifetimes } from './lifetime-settings.js';

export type Settings = ReturnType<typeof readSettings>;

/** One variable of the environment. `read` throws an error whose message says what its text must be. */
type Setting<Value> = { name: string; read: (written: string | undefined) => Value };
type Schema = Record<string, Setting<unknown>>;
type Values<Of extends Schema> = { [Field in keyof Of]: ReturnType<Of[Field]['read']> };

/** `unset`: the value where it is not set. */
export function setting<Value, Unset>(
  name: string,
  read: (written: string) => Value,
  unset: Unset,
): Setting<Value | Unset> {
  return { name, read: (written) => (written === undefined ? unset : read(written)) };
}

export function text(isRight: (written: string) => boolean, message: string) {
  return (written = '') => {
    if (!isRight(written)) throw new Error(message);
    return written;
  };
}

export const matching = (form: RegExp, message: string) => text((written) => form.test(written), message);

function number(form: RegExp, message: string) {
  const digits = matching(form, message);
  return (written: string) => Number(digits(written));
}

const readDsn = (written: string) => (written === '' ? undefined : parseDsn(written));

// The names that Sentry accepts for an environment: https://docs.sentry.io/concepts/key-terms/environments/
const environment = matching(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes');

const notAPort = 'must be a number from 1 to 65535';
const isPort = (port: string) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
const port = (written: string) => Number(text(isPort, notAPort)(written));

const outboxUrl = text(
  isOutboxUrl,
  'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0, or redis+sentinel:// with hosts and a name, like redis+sentinel://USER:PASSWORD@HOST:26379,HOST:26379/NAME/0',
);

// It is a part of every key in Redis.
const outboxPrefix = matching(
  /^[\w.:-]{1,64}$/,
  'must be 1 to 64 letters, digits, dots, colons, dashes or underscores',
);

const hops = number(/^\d$/, 'must be a number from 0 to 9');

/** A count with at most this number of digits. */
const count = (digits: number) =>
  number(new RegExp(`^\\d{1,${digits}}$`), `must be a number from 0 to ${'9'.repeat(digits)}`);

const oneOf = <const Name extends string>(first: Name, second: Name) => {
  return (written: string): Name => {
    const named = [first, second].find((name) => name === written);
    if (named === undefined) throw new Error(`must be ${first} or ${second}`);
    return named;
  };
};

const onOrOff = (written: string) => oneOf('on', 'off')(written) === 'on';

const notEmpty = (message: string) => matching(/./, message);

export const serverSchema = (isDevelopment: boolean) => ({
  /** `undefined`: reporting is off. */
  dsn: setting('SENTRY_DSN', readDsn, undefined),
  environment: setting('SENTRY_ENVIRONMENT', environment, isDevelopment ? 'development' : 'production'),
  port: setting('PORT', port, 3000),
  host: setting('HOST', notEmpty('must name an address to listen on'), '0.0.0.0'),
  examplePage: setting('EXAMPLE_PAGE', onOrOff, true),
  /** Limit of the example page's failures on purpose, in this process. */
  failuresPerMinute: setting('FAILURES_PER_MINUTE', count(6), 60),
  /** Limits of the browser events that this process forwards. */
  browserEventsPerHour: setting('BROWSER_EVENTS_PER_HOUR', count(9), 2_000),
  browserEventsPerDay: setting('BROWSER_EVENTS_PER_DAY', count(9), 20_000),
  /** Whether the screens ask a visitor for words about a failure. */
  feedback: setting('FEEDBACK', onOrOff, true),
  outboxDir: setting('OUTBOX_DIR', notEmpty('must name a folder'), '.outbox'),
  /** The shared outbox in Redis or Valkey; `undefined`: there is none, and events wait in `outboxDir` only. */
  outboxUrl: setting('OUTBOX_URL', outboxUrl, undefined),
  outboxPrefix: setting('OUTBOX_PREFIX', outboxPrefix, 'candor'),
  /** The number of proxies in front of this server whose word about the client's address is trusted. */
  trustedProxyHops: setting('TRUSTED_PROXY_HOPS', hops, 0),
  /** Whether a request that a proxy has passed on gets the counters of `GET /monitoring`. */
  publicCounters: setting('PUBLIC_COUNTERS', onOrOff, true),
  /** How long the server goes on to serve after SIGTERM, while it says that it is not ready. */
  drainSeconds: setting('DRAIN_SECONDS', count(3), 0),
  /** Whether the process may be frozen or ended when its response was sent. `undefined`: as the platform says. */
  lifetime: setting('LIFETIME', oneOf('process', 'request'), undefined),
  /** Whether what is written to `outboxDir` outlives the process. `undefined`: unless `lifetime` is `request`. */
  outboxLifetime: setting('OUTBOX_LIFETIME', oneOf('disk', 'process'), undefined),
  /** How long a failed response waits for its event where a platform keeps no process after it. */
  responseWaitMs: setting('RESPONSE_WAIT_MS', count(4), 1_000),
  /** The port of the local inbox, which the start script starts. */
  inboxPort: setting('INBOX_PORT', port, 8969),
});

/** The names of the server's settings. */
export const settingNames: readonly string[] = Object.values(serverSchema(false)).map(({ name }) => name);

type Environment = Record<string, string | undefined>;

/**
 * Reads the server's settings from the environment: at build, at start and in the start script.
 * @throws SettingsError naming every bad setting at once.
 */
export function readSettings(env: Environment) {
  const settings = readAll(serverSchema(env.NODE_ENV === 'development'), env);
  return { ...settings, ...readLifetimes(settings, env) };
}

/** @throws SettingsError naming every bad setting at once. */
export function readAll<Of extends Schema>(schema: Of, env: Environment): Values<Of> {
  const problems: string[] = [];
  const values = Object.entries(schema).map(([field, { name, read }]) => {
    try {
      // eslint-disable-next-line candor/no-text-index -- The name of a setting.
      return [field, read(env[name])];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return [field, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(values) as Values<Of>;
}
