import { judgedErrors, type JudgedError } from './ignored-errors.js';

/** The fields of an event that are changed most. A `beforeSend` with `ErrorEvent` and `EventHint` of the SDK's types fits, too. */
export type SdkEvent = {
  event_id?: string;
  message?: string;
  level?: string;
  release?: string;
  environment?: string;
  tags?: Record<string, unknown>;
  extra?: Record<string, unknown>;
  fingerprint?: string[];
  exception?: { values?: { type?: string; value?: string }[] };
  breadcrumbs?: { category?: string; message?: string }[];
  contexts?: Record<string, unknown>;
  request?: { url?: string; method?: string };
  user?: { id?: string | number };
};

/** What is known of the event beside it. `originalException`: what was thrown. */
export type SdkEventHint = { originalException?: unknown };

/** A team's options for the events of one runtime. */
export type SdkOptions = {
  /** In place of the release of the build, in events and log lines of this runtime. */
  release?: string;
  /** Are added to every event. A tag that the event has itself stays. */
  tags?: Record<string, string>;
  /**
   * An error that one of these matches becomes no event: a text that `message` or `type: message` contains, or an expression
   * for these. A failed request keeps its line in the log, and its digest.
   */
  ignoreErrors?: (string | RegExp)[];
  /** Of a browser: the reasons, as `ignored` of `GET /monitoring` has them, for which an error becomes an event all the same. */
  reportAlso?: JudgedError[];
  /**
   * Changes an event before it leaves, or drops it by `null`. Afterwards it is scrubbed. If this throws, or takes longer than a
   * second, the event goes without it. Not called for feedback.
   */
  beforeSend?(event: SdkEvent, hint: SdkEventHint): SdkEvent | null | PromiseLike<SdkEvent | null>;
};

const checks: Record<keyof SdkOptions, [isRight: (value: unknown) => boolean, says: string]> = {
  release: [
    (value) => typeof value === 'string' && /^[^\s/\\]{1,200}$/.test(value),
    'must be a name without spaces and slashes',
  ],
  tags: [
    (value) => Object(value) === value && !Array.isArray(value) && Object.values(value as object).every(isText),
    'must be an object of strings',
  ],
  ignoreErrors: [
    (value) => Array.isArray(value) && value.every((one) => isText(one) || one instanceof RegExp),
    'must be an array of strings and regular expressions',
  ],
  reportAlso: [
    (value) => Array.isArray(value) && value.every((one) => judgedErrors.some((reason) => reason === one)),
    `must be an array of ${judgedErrors.map((reason) => `'${reason}'`).join(', ')}`,
  ],
  beforeSend: [(value) => typeof value === 'function', 'must be a function'],
};

const errorsOnly = 'Candor reports errors only';
const ownWay = 'Candor delivers events itself';
const noData = 'Candor collects no personal data';
const notAdded = 'Candor makes events without the integrations of the SDK; change them in beforeSend';

/** Options of the SDK that Candor cannot honour, each with the reason or with what to do instead. */
const refused: Record<string, string> = {
  dsn: 'set SENTRY_DSN where the server starts',
  enabled: 'leave SENTRY_DSN unset to turn reporting off',
  environment: 'set SENTRY_ENVIRONMENT where the server starts',
  tunnel: 'set tunnel in withCandor',
  tunnelRoute: 'set tunnel in withCandor',
  transport: ownWay,
  transportOptions: ownWay,
  sendClientReports: ownWay,
  sampleRate: 'every failure has an event until a budget is spent; use ignoreErrors',
  tracesSampleRate: errorsOnly,
  tracesSampler: errorsOnly,
  tracePropagationTargets: errorsOnly,
  beforeSendTransaction: errorsOnly,
  beforeSendSpan: errorsOnly,
  ignoreTransactions: errorsOnly,
  ignoreSpans: errorsOnly,
  profilesSampleRate: errorsOnly,
  profileSessionSampleRate: errorsOnly,
  replaysSessionSampleRate: errorsOnly,
  replaysOnErrorSampleRate: errorsOnly,
  enableLogs: errorsOnly,
  beforeSendLog: errorsOnly,
  integrations: notAdded,
  defaultIntegrations: notAdded,
  sendDefaultPii: noData,
  dataCollection: noData,
  initialScope: 'use tags, or Sentry.setTag and the like',
  allowUrls: 'use ignoreErrors or beforeSend',
  denyUrls: 'use ignoreErrors or beforeSend',
  beforeBreadcrumb: 'change event.breadcrumbs in beforeSend',
  maxBreadcrumbs: 'change event.breadcrumbs in beforeSend',
};

/**
 * A team's options for one runtime: the default export of `sentry.server.config`, `sentry.edge.config` or `sentry.client.config`,
 * which `withCandor` finds at the top of the application or in `src/`.
 * @returns the same options
 * @throws TypeError on a server, which then does not start. A browser prints it and goes on with the other options
 */
export function defineSdkOptions(options: SdkOptions): SdkOptions {
  const problems = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : problemOf(name, value),
  );
  if (problems.length === 0) return options;
  const refusal = new TypeError(
    `defineSdkOptions was called with options that Candor does not honour: ${problems.join('; ')}.`,
  );
  if (typeof window === 'undefined') throw refusal;
  console.error(refusal.message);
  const valid = Object.entries(options).filter(([name, value]) => problemOf(name, value).length === 0);
  return Object.fromEntries(valid) as SdkOptions;
}

function problemOf(name: string, value: unknown): string[] {
  if (isOption(name)) {
    const [isRight, says] = checks[name];
    return isRight(value) ? [] : [`${name} ${says}`];
  }
  // eslint-disable-next-line candor/no-text-index -- An option of the team.
  const why = Object.hasOwn(refused, name) ? refused[name] : `expected one of ${Object.keys(checks).join(', ')}`;
  return [`${name} (${why})`];
}

function isOption(name: string): name is keyof SdkOptions {
  return Object.hasOwn(checks, name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
