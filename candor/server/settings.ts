import { z } from 'zod';
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

const dsn = z.string().transform((text, context): Dsn | undefined => {
  if (text === '') return undefined;
  try {
    return parseDsn(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error));
    return z.NEVER;
  }
});

// The names that Sentry accepts for an environment: https://docs.sentry.io/concepts/key-terms/environments/
const environment = z.string().regex(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'must be a number from 1 to 65535');

const hops = z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number);

/** A count with at most this number of digits. */
function count(digits: number) {
  const form = new RegExp(`^\\d{1,${digits}}$`);
  return z
    .string()
    .regex(form, `must be a number from 0 to ${'9'.repeat(digits)}`)
    .transform(Number);
}

const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

// The names that Sentry accepts for a release, except names that its tool would read as an option.
// https://docs.sentry.io/cli/releases/
const release = z
  .string()
  .regex(
    /^(?![-.])[^\s/\\]{1,200}$/,
    'must be at most 200 characters without spaces or slashes, not a dot or dash first',
  );

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });

/** An organisation's or a project's name as in Sentry's URLs. */
function slug(what: string) {
  const message = `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`;
  return z.string(message).regex(/^\w[\w-]*$/, message);
}

const serverSchema = (isDevelopment: boolean) =>
  z.object({
    SENTRY_DSN: dsn.optional(),
    SENTRY_ENVIRONMENT: environment.default(isDevelopment ? 'development' : 'production'),
    PORT: port.default(3000),
    HOST: z.string().min(1, 'must name an address to listen on').default('0.0.0.0'),
    EXAMPLE_PAGE: onOrOff.default(true),
    FAILURES_PER_MINUTE: count(6).default(60),
    BROWSER_EVENTS_PER_HOUR: count(9).default(2_000),
    BROWSER_EVENTS_PER_DAY: count(9).default(20_000),
    OUTBOX_DIR: z.string().min(1, 'must name a folder').default('.outbox'),
    TRUSTED_PROXY_HOPS: hops.default(0),
    INBOX_PORT: port.default(8969),
    INBOX_URL: z.url().optional(),
  });

const buildSchema = (isUploading: boolean) =>
  z.object({
    SENTRY_RELEASE: release.optional(),
    SENTRY_AUTH_TOKEN: z.string().optional(),
    SENTRY_ORG: isUploading ? slug('organisation') : z.string().optional(),
    SENTRY_PROJECT: isUploading ? slug('project') : z.string().optional(),
    SENTRY_URL: webUrl.optional(),
    SENTRY_UPLOAD: z.enum(['required', 'optional'], 'must be required or optional').default('required'),
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
  const data = parse(serverSchema(false).extend(build.shape), given);
  const { SENTRY_AUTH_TOKEN: token, SENTRY_ORG: organisation, SENTRY_PROJECT: project } = data;
  if (token === undefined || organisation === undefined || project === undefined) return undefined;
  return { token, organisation, project, url: data.SENTRY_URL, isRequired: data.SENTRY_UPLOAD === 'required' };
}

function parse<Schema extends z.ZodType>(schema: Schema, env: Environment): z.infer<Schema> {
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
