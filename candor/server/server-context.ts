import type { Delivery } from '../delivery/delivery';
import type { EventBudget } from '../delivery/event-budget';
import type { FailureLimit } from '../../app/sentry-example-page/failure-limit';
import type { FailureReporter } from './failure-reporter';
import type { Log } from '../log-messages';
import type { OpenAnswers } from './open-responses';
import type { Rejections } from './rejections';

/** What every failure on this server is reported with. */
export type Reporter = {
  log: Log;
  /** `undefined`: reporting is off. */
  delivery: Delivery | undefined;
  /** Takes what browsers post. `undefined`: reporting is off. */
  tunnel: ((request: Request) => Promise<Response>) | undefined;
  /** What browsers may send through it. Absent: reporting is off. */
  eventBudget?: EventBudget;
  environment: string;
  release: string;
  /** Where the local inbox can be looked at, if that is where events go. */
  inboxUrl: string | undefined;
  examplePage: boolean;
  failureLimit: FailureLimit;
  failures: FailureReporter;
  /** `undefined`: the edge runtime, where what Next throws by itself is a failure like any other. */
  rejections: Rejections | undefined;
  /** `undefined`: the edge runtime, which has no server's answers in its hands. */
  answers: OpenAnswers | undefined;
};

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
