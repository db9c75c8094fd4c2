import * as z from 'zod/mini';
import { parseDsn, type Dsn } from '../delivery/dsn';
import type { EventLimits } from '../delivery/event-budget';

export type Settings = {
  /** `undefined`: reporting is off. */
  dsn: Dsn | undefined;
  environment: string;
  port: number;
  host: string;
  examplePage: boolean;
  /** Limit of the example page's failures on purpose, in this process. */
  failuresPerMinute: number;
  /** Limits of the browser events that this process forwards. */
  browserEvents: EventLimits;
  outboxDir: string;
  /** The number of proxies in front of this server whose word about the client's address is trusted. */
  trustedProxyHops: number;
  /** The port of the local inbox, which the start script starts. */
  inboxPort: number;
  /** The URL of the local inbox. The start script sets it; it is no setting of the user's. */
  inboxUrl: string | undefined;
};

export type Upload = {
  token: string;
  organisation: string;
  project: string;
  /** `undefined`: Sentry's own service. */
  url: string | undefined;
  /** Whether a build without its upload has failed; otherwise it continues with a warning. */
  isRequired: boolean;
};

const text = (form: RegExp, message: string) => z.string(message).check(z.regex(form, message));

const number = (form: RegExp, message: string) => z.pipe(text(form, message), z.transform(Number));

const dsn = z.pipe(
  z.string(),
  z.transform((written, { issues }): Dsn | undefined => {
    if (written === '') return undefined;
    try {
      return parseDsn(written);
    } catch (error) {
      issues.push({ code: 'custom', input: written, message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  }),
);

// The names that Sentry accepts for an environment: https://docs.sentry.io/concepts/key-terms/environments/
const environment = text(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes');

const isPort = (port: number) => port >= 1 && port <= 65_535;
const notAPort = 'must be a number from 1 to 65535';
const port = number(/^\d{1,5}$/, notAPort).check(z.refine(isPort, notAPort));

const hops = number(/^\d$/, 'must be a number from 0 to 9');

/** A count with at most this number of digits. */
const count = (digits: number) =>
  number(new RegExp(`^\\d{1,${digits}}$`), `must be a number from 0 to ${'9'.repeat(digits)}`);

const onOrOff = z.pipe(
  z.enum(['on', 'off'], 'must be on or off'),
  z.transform((value) => value === 'on'),
);

const notEmpty = (message: string) => z.string().check(z.minLength(1, message));

// The names that Sentry accepts for a release, except names that its tool would read as an option.
// https://docs.sentry.io/cli/releases/
const release = text(
  /^(?![-.])[^\s/\\]{1,200}$/,
  'must be at most 200 characters without spaces or slashes, not a dot or dash first',
);

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });

/** An organisation's or a project's name as in Sentry's URLs. */
function slug(what: string) {
  return text(/^\w[\w-]*$/, `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`);
}

const serverSchema = (isDevelopment: boolean) =>
  z.object({
    SENTRY_DSN: z.optional(dsn),
    SENTRY_ENVIRONMENT: z._default(environment, isDevelopment ? 'development' : 'production'),
    PORT: z._default(port, 3000),
    HOST: z._default(notEmpty('must name an address to listen on'), '0.0.0.0'),
    EXAMPLE_PAGE: z._default(onOrOff, true),
    FAILURES_PER_MINUTE: z._default(count(6), 60),
    BROWSER_EVENTS_PER_HOUR: z._default(count(9), 2_000),
    BROWSER_EVENTS_PER_DAY: z._default(count(9), 20_000),
    OUTBOX_DIR: z._default(notEmpty('must name a folder'), '.outbox'),
    TRUSTED_PROXY_HOPS: z._default(hops, 0),
    INBOX_PORT: z._default(port, 8969),
    INBOX_URL: z.optional(z.url('must be an address')),
  });

const buildSchema = (isUploading: boolean) =>
  z.object({
    SENTRY_RELEASE: z.optional(release),
    SENTRY_AUTH_TOKEN: z.optional(z.string()),
    SENTRY_ORG: isUploading ? slug('organisation') : z.optional(z.string()),
    SENTRY_PROJECT: isUploading ? slug('project') : z.optional(z.string()),
    SENTRY_URL: z.optional(webUrl),
    SENTRY_UPLOAD: z._default(z.enum(['required', 'optional'], 'must be required or optional'), 'required'),
  });

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys({
  ...serverSchema(false).shape,
  ...buildSchema(false).shape,
});

type Environment = Record<string, string | undefined>;

/**
 * Reads the server's settings from the environment: at build, at start and in the start script.
 * @throws SettingsError naming every bad setting at once.
 */
export function readSettings(env: Environment): Settings {
  const data = parse(serverSchema(env.NODE_ENV === 'development'), env);
  return {
    dsn: data.SENTRY_DSN,
    environment: data.SENTRY_ENVIRONMENT,
    port: data.PORT,
    host: data.HOST,
    examplePage: data.EXAMPLE_PAGE,
    failuresPerMinute: data.FAILURES_PER_MINUTE,
    browserEvents: { perHour: data.BROWSER_EVENTS_PER_HOUR, perDay: data.BROWSER_EVENTS_PER_DAY },
    outboxDir: data.OUTBOX_DIR,
    trustedProxyHops: data.TRUSTED_PROXY_HOPS,
    inboxPort: data.INBOX_PORT,
    inboxUrl: data.INBOX_URL,
  };
}

/**
 * Reads the build's settings for the upload of source maps; `undefined`: there is no upload. Empty values count as unset.
 * @throws SettingsError naming every bad setting at once, the server's too.
 */
export function readUpload(env: Environment): Upload | undefined {
  const build = buildSchema(Boolean(env.SENTRY_AUTH_TOKEN));
  const empty = Object.keys(build.shape).filter((name) => env[name] === '');
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => !empty.includes(name)));
  const data = parse(z.extend(serverSchema(false), build.shape), given);
  const { SENTRY_AUTH_TOKEN: token, SENTRY_ORG: organisation, SENTRY_PROJECT: project } = data;
  if (token === undefined || organisation === undefined || project === undefined) return undefined;
  return { token, organisation, project, url: data.SENTRY_URL, isRequired: data.SENTRY_UPLOAD === 'required' };
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, env: Environment): z.infer<Schema> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  throw new SettingsError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
}

/** One line that names every bad setting. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`Settings: ${problems.join('; ')}.`);
    this.name = 'SettingsError';
  }
}
