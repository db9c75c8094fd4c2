import { isSuspension } from '../ignored-errors';
import type { Log } from '../log-messages';
import { isControlFlow } from './control-flow';
import { createCapturedFailures } from './captured-failures';
import { createFailure, type CaptureContext, type Failure } from './failure';
import type { FailureBudget } from './failure-budget';
import { describeError, oneLine } from './log-format';
import { UnreadableError } from './readable-error';
import { requestContext, type IncomingRequest } from './request-context';
import { idsOfRequest, tagsOfRequest } from './request-ids';
import { logLevelOf, type SdkCall } from './sdk-call';
import { adoptId, newDigest, shownDigestOf } from './shown-digest';
import { describeRequest, whereabouts } from './whereabouts';

/** A request as Next's hooks have it. Of its headers only ids are passed on. */
export type FailedRequest = {
  path: string;
  method: string;
  headers: IncomingRequest['headers'];
  route: string;
  routeType: string;
  /** `undefined`: method and route. */
  transaction?: string;
  /** The one that its response names. Default: that of the thrown value. */
  digest?: string;
};

/** Hands a failure to the SDK, which makes an event with this id. The hook waits for the returned promise. */
export type CaptureFailure = (thrown: unknown, eventId: string, context: CaptureContext) => void | Promise<void>;

export type FailureReporter = ReturnType<typeof createFailureReporter>;

const tooManyAlike = 'too many alike';
const unreadable = 'an error that cannot be read'; // Among digests, none of which has a space.

/**
 * Writes the log line and captures the event of each failure of the server; both have the digest. A failure past the
 * budget keeps its digest, and has a short line and no event.
 */
export function createFailureReporter(options: {
  log: Log;
  environment: string;
  release: string;
  /** `undefined`: reporting is off. */
  capture: CaptureFailure | undefined;
  budget: FailureBudget;
  /** Is called with the id of an event that is not made, and the reason. */
  drop: (eventId: string, reason: string) => void;
}) {
  const { log, environment, release, capture, budget, drop } = options;
  const captured = createCapturedFailures();
  const loggedDigests = new WeakMap<object, Set<string>>();

  /** Whether this is the first time that a handler of Next passes this failure of this request. */
  function isNew(thrown: unknown, request: object, digest = shownDigestOf(thrown)): boolean {
    const logged = loggedDigests.get(request) ?? new Set();
    loggedDigests.set(request, logged);
    if (digest !== undefined && logged.has(digest)) return false;
    if (logged.size > 0 && (isEcho(thrown) || logged.has(unreadable))) return false;
    if (thrown instanceof UnreadableError) logged.add(unreadable);
    if (digest !== undefined) logged.add(digest);
    return true;
  }

  /** Takes the failure's part of the budget. A failure past the budget is dropped, and has its short line. */
  function takeBudget(failure: Failure): boolean {
    const { error, eventId, context } = failure;
    const { type, message } = error;
    if (budget.take({ type, message, route: context.transaction ?? '' })) return true;
    if (!captured.has(failure)) drop(eventId, tooManyAlike);
    writeLine({ ...failure, error: { type, message } }, { dropped: tooManyAlike });
    return false;
  }

  /** Captures an error once: thrown again, for another request, it is the same event, whose id the service has already. */
  async function captureOnce(failure: Failure): Promise<void> {
    if (captured.has(failure)) return;
    captured.add(failure);
    try {
      await capture?.(failure.thrown, failure.eventId, failure.context);
    } catch (error) {
      captured.delete(failure); // The capture may succeed when the error is thrown again.
      throw error;
    }
  }

  function writeLine({ level, msg, fields, error }: Failure, more: object = {}): void {
    const subject = msg === 'event reported' ? { message: error.message } : { error };
    log[level]({ ...fields, release, environment, ...subject, ...more }, msg);
  }

  /** For what goes on after the call, or may not. */
  async function writeLineAndCapture(failure: Failure): Promise<void> {
    if (!takeBudget(failure)) return;
    writeLine(failure);
    await captureOnce(failure).catch((error: unknown) => writeLine(failure, { notCaptured: describeError(error) }));
  }

  return {
    /** Reports a failed request, once for each failure, however many of Next's handlers pass it. */
    async requestFailed(thrown: unknown, request: FailedRequest): Promise<void> {
      if (!isNew(thrown, requestContext()?.request ?? request.headers, request.digest)) return;
      const { route, routeType, headers } = request;
      const { method, url } = describeRequest(request);
      const where = { method, path: url, route: oneLine(route), routeType, ...idsOfRequest(headers) };
      const { transaction = `${method} ${route}` } = request;
      const failure = createFailure(
        thrown,
        { msg: 'request failed', level: 'error', fields: where, told: request.digest },
        { transaction, tags: { route, route_type: routeType, ...tagsOfRequest(headers) }, request: { method, url } },
      );
      if (!takeBudget(failure)) return;
      try {
        await captureOnce(failure); // First, so that no line is without its event when the process is killed.
        writeLine(failure);
      } catch (error) {
        writeLine(failure, { notCaptured: describeError(error) });
      }
    },

    /**
     * Reports an uncaught exception, an unhandled rejection, or a start that failed. The line is written before the call
     * returns, since the process may end with it.
     */
    async processFailed(
      thrown: unknown,
      origin: 'uncaughtException' | 'unhandledRejection' | 'register',
    ): Promise<void> {
      const line = { msg: 'process failed', level: 'error', fields: { origin } } as const;
      await writeLineAndCapture(createFailure(thrown, line, { transaction: origin, tags: { origin } }));
    },

    /**
     * Reports an error that somebody caught, but not `redirect()` and the like.
     * @returns its digest, which is also that of the screen if it is thrown again
     */
    reportCaught(thrown: unknown): string {
      if (isNoError(thrown, 'report()')) return newDigest();
      const { fields, context } = whereabouts();
      const line = { msg: 'error reported', level: 'error', fields } as const;
      const failure = createFailure(thrown, line, { ...context, isHandled: true });
      void writeLineAndCapture(failure);
      return failure.digest;
    },

    /** Captures what a team or a library handed to the SDK, under the id that the SDK has returned. */
    async sdkCalled(call: SdkCall): Promise<void> {
      const { eventId: told, scopes, repeat } = call;
      const { fields, context } = whereabouts();
      const all = { ...context, isHandled: true, scopes, repeat };
      if ('message' in call) {
        const line = { msg: 'event reported', level: logLevelOf(call.severity), fields, told } as const;
        return writeLineAndCapture(createFailure(String(call.message), line, all)); // `parameterize` makes a `String`.
      }
      if (isNoError(call.thrown, 'Sentry.captureException()')) return;
      if (isSuspension(describeError(call.thrown).message)) return drop(told, 'React suspends');
      if (typeof call.thrown === 'object' && call.thrown !== null) adoptId(call.thrown, told);
      const line = { msg: 'error reported', level: 'error', fields, told } as const;
      return writeLineAndCapture(createFailure(call.thrown, line, all));
    },
  };
}

/** Whether it was thrown by `redirect()` and the like; then the console says that it is not reported. */
function isNoError(thrown: unknown, passedTo: string): boolean {
  if (!isControlFlow(thrown)) return false;
  console.warn(`This was passed to ${passedTo}, and is not reported.`, thrown);
  return true;
}

/** When a proxy throws, Next renders the last resort and then goes on with the request, which fails again by that. */
function isEcho(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}
