import { parseDsn } from '../delivery/dsn';
import { isOutboxUrl } from '../delivery/outbox-url';

export type Settings = ReturnType<typeof readSettings>;

/** Reads the text of one setting; `undefined`: it is not set. Throws an error whose message says what it must be. */
type Read<Value> = (written: string | undefined) => Value;
type Schema = Record<string, Read<unknown>>;
type Values<Of extends Schema> = { [Name in keyof Of]: ReturnType<Of[Name]> };

/** `unset`: the value where it is not set. */
export function optional<Value, Unset>(read: (written: string) => Value, unset: Unset): Read<Value | Unset> {
  return (written) => (written === undefined ? unset : read(written));
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
  'must be redis:// or rediss:// with a host, like rediss://USER:PASSWORD@HOST:6379/0',
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

const onOrOff = (written: string) => matching(/^(on|off)$/, 'must be on or off')(written) === 'on';

const notEmpty = (message: string) => matching(/./, message);

export const serverSchema = (isDevelopment: boolean) => ({
  SENTRY_DSN: optional(readDsn, undefined),
  SENTRY_ENVIRONMENT: optional(environment, isDevelopment ? 'development' : 'production'),
  PORT: optional(port, 3000),
  HOST: optional(notEmpty('must name an address to listen on'), '0.0.0.0'),
  EXAMPLE_PAGE: optional(onOrOff, true),
  FAILURES_PER_MINUTE: optional(count(6), 60),
  BROWSER_EVENTS_PER_HOUR: optional(count(9), 2_000),
  BROWSER_EVENTS_PER_DAY: optional(count(9), 20_000),
  OUTBOX_DIR: optional(notEmpty('must name a folder'), '.outbox'),
  OUTBOX_URL: optional(outboxUrl, undefined),
  OUTBOX_PREFIX: optional(outboxPrefix, 'candor'),
  TRUSTED_PROXY_HOPS: optional(hops, 0),
  PUBLIC_COUNTERS: optional(onOrOff, true),
  DRAIN_SECONDS: optional(count(3), 0),
  INBOX_PORT: optional(port, 8969),
  INBOX_URL: optional(text(URL.canParse, 'must be an address'), undefined),
});

/** The names of the server's settings. */
export const settingNames: readonly string[] = Object.keys(serverSchema(false));

type Environment = Record<string, string | undefined>;

/**
 * Reads the server's settings from the environment: at build, at start and in the start script.
 * @throws SettingsError naming every bad setting at once.
 */
export function readSettings(env: Environment) {
  const data = readAll(serverSchema(env.NODE_ENV === 'development'), env);
  return {
    /** `undefined`: reporting is off. */
    dsn: data.SENTRY_DSN,
    environment: data.SENTRY_ENVIRONMENT,
    port: data.PORT,
    host: data.HOST,
    examplePage: data.EXAMPLE_PAGE,
    /** Limit of the example page's failures on purpose, in this process. */
    failuresPerMinute: data.FAILURES_PER_MINUTE,
    /** Limits of the browser events that this process forwards. */
    browserEvents: { perHour: data.BROWSER_EVENTS_PER_HOUR, perDay: data.BROWSER_EVENTS_PER_DAY },
    outboxDir: data.OUTBOX_DIR,
    /** The shared outbox in Redis or Valkey; `undefined`: there is none, and events wait in `outboxDir` only. */
    sharedOutbox: data.OUTBOX_URL === undefined ? undefined : { url: data.OUTBOX_URL, prefix: data.OUTBOX_PREFIX },
    /** The number of proxies in front of this server whose word about the client's address is trusted. */
    trustedProxyHops: data.TRUSTED_PROXY_HOPS,
    /** Whether a request that a proxy has passed on gets the counters of `GET /monitoring`. */
    publicCounters: data.PUBLIC_COUNTERS,
    /** How long the server goes on to serve after SIGTERM, while it says that it is not ready. */
    drainSeconds: data.DRAIN_SECONDS,
    /** The port of the local inbox, which the start script starts. */
    inboxPort: data.INBOX_PORT,
    /** The URL of the local inbox. The start script sets it; it is not a setting of the user's. */
    inboxUrl: data.INBOX_URL,
  };
}

/** @throws SettingsError naming every bad setting at once. */
export function readAll<Of extends Schema>(schema: Of, env: Environment): Values<Of> {
  const problems: string[] = [];
  const values = Object.entries(schema).map(([name, read]) => {
    try {
      return [name, read(env[name])];
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return Object.fromEntries(values) as Values<Of>;
}

/** One line that names every bad setting. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`Settings: ${problems.join('; ')}.`);
    this.name = 'SettingsError';
  }
}
