import type { JudgedError } from './ignored-errors.js';

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

/**
 * A team's options for one runtime: the default export of `sentry.server.config`, `sentry.edge.config` or `sentry.client.config`,
 * which `withCandor` finds at the top of the application or in `src/`. Others of the SDK are a type error, and change nothing.
 */
export function defineSdkOptions(options: SdkOptions): SdkOptions {
  const { release, tags, ignoreErrors, reportAlso, beforeSend, ...others } = options;
  for (const name of Object.keys(others)) console.error(`defineSdkOptions ignores ${name}: Candor has no such option.`);
  return { release, tags, ignoreErrors, reportAlso, beforeSend };
}
