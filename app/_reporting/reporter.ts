import type { Logger } from 'pino';
import type { Delivery } from '../_delivery/delivery';

/** What every failure on this server is reported with. */
export type Reporter = {
  log: Logger;
  /** `undefined`: reporting is off. */
  delivery: Delivery | undefined;
  environment: string;
  release: string;
  /** Where the local inbox can be looked at, if that is where events go. */
  inboxUrl: string | undefined;
  examplePage: boolean;
  /** Writes the log line of a request that failed, and reports it under its digest; once for each failure. */
  requestFailed(thrown: unknown, request: FailedRequest): void;
};

export type FailedRequest = { path: string; method: string; route: string; routeType: string };

// Next gives instrumentation, pages and route handlers an instance each of every module they share; the global object
// is the one thing that is common to them.
const key = Symbol.for('candor.reporter');
const shared = globalThis as typeof globalThis & { [key]?: Reporter };

export function installReporter(reporter: Reporter): void {
  shared[key] = reporter;
}

/** @throws Error before `register()` has run, as during a build. */
export function reporter(): Reporter {
  const installed = shared[key];
  if (installed === undefined)
    throw new Error('The reporter is installed by instrumentation.ts when the server starts.');
  return installed;
}
