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
  /** How often the example page may fail on purpose, in this process. */
  failuresPerMinute: number;
  /** How many events of browsers this process forwards. */
  browserEvents: EventLimits;
  outboxDir: string;
  /** How many proxies in front of this server may be believed what they say of the client. */
  trustedProxyHops: number;
  /** Where the start script lets the local inbox listen. */
  inboxPort: number;
  /** Where the local inbox can be looked at; handed over by the start script, not a setting of the user's. */
  inboxUrl: string | undefined;
};

export type Upload = {
  token: string;
  organisation: string;
  project: string;
  /** `undefined`: Sentry's own service. */
  url: string | undefined;
  /** Without its upload a build has failed; otherwise it goes on with a warning. */
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

// What Sentry takes as an environment's name: https://docs.sentry.io/concepts/key-terms/environments/
const environment = z.string().regex(/^[^\s/]{1,64}$/, 'must be 1 to 64 characters without spaces or slashes');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'must be a number from 1 to 65535');

const hops = z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number);

/** A count of at most so many digits; 0 is none. */
function count(digits: number) {
  const form = new RegExp(`^\\d{1,${digits}}$`);
  return z
    .string()
    .regex(form, `must be a number from 0 to ${'9'.repeat(digits)}`)
    .transform(Number);
}

const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

// What Sentry takes as a release's name, less what its tool would take for an option.
// https://docs.sentry.io/cli/releases/
const release = z
  .string()
  .regex(
    /^(?![-.])[^\s/\\]{1,200}$/,
    'must be at most 200 characters without spaces or slashes, not a dot or dash first',
  );

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });

/** An organisation's or a project's name as it stands in Sentry's addresses. */
function slug(what: string) {
  const message = `must be the short name of the ${what} that SENTRY_AUTH_TOKEN is for`;
  return z.string(message).regex(/^\w[\w-]*$/, message);
}

const ofServer = (isDevelopment: boolean) =>
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

const ofBuild = (isUploading: boolean) =>
  z.object({
    SENTRY_RELEASE: release.optional(),
    SENTRY_AUTH_TOKEN: z.string().optional(),
    SENTRY_ORG: isUploading ? slug('organisation') : z.string().optional(),
    SENTRY_PROJECT: isUploading ? slug('project') : z.string().optional(),
    SENTRY_URL: webAddress.optional(),
    SENTRY_UPLOAD: z.enum(['required', 'optional'], 'must be required or optional').default('required'),
  });

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys({ ...ofServer(false).shape, ...ofBuild(false).shape });

type Environment = Record<string, string | undefined>;

/**
 * Reads what the server needs from the environment: at build, at start and in the start script.
 * @throws SettingsError naming every bad setting at once.
 */
export function readSettings(env: Environment): Settings {
  const data = parse(ofServer(env.NODE_ENV === 'development'), env);
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
 * Reads where the build uploads source maps; `undefined`: nowhere. Of what only the build reads, empty is unset.
 * @throws SettingsError naming every bad setting at once, the server's too.
 */
export function readUpload(env: Environment): Upload | undefined {
  const build = ofBuild(Boolean(env.SENTRY_AUTH_TOKEN));
  const empty = Object.keys(build.shape).filter((name) => env[name] === '');
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => !empty.includes(name)));
  const data = parse(ofServer(false).extend(build.shape), given);
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
