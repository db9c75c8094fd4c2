import type { SeverityLevel } from '#sentry/core';
import type { BoundedMap } from '../shared/bounded-map.js';
import { isSuspension } from '../internals/suspensions.js';
import type { Log } from '../shared/log-messages.js';
import { isControlFlow } from '../internals/server/control-flow.js';
import { currentRoute } from './current-route.js';
import {
  createFailure,
  headOf,
  identify,
  type CaptureContext,
  type Failure,
  type FailureLine,
  type Identified,
} from './failure.js';
import type { FailureBudget } from './failure-budget.js';
import type { SdkCall } from './forwarding-client.js';
import { describeError, describeRead, oneLine, type ErrorDescription } from '../scrubbing/log-format.js';
import { UnreadableError } from './readable-error.js';
import { requestContext, type IncomingRequest } from '../http/request-context.js';
import { idsOfRequest, tagsOfRequest } from '../http/request-ids.js';
import { shortLine, type Place } from './short-line.js';
import { idOf, newDigest, shownDigestOf } from './shown-digest.js';
import { describeRequest, requestFields } from './request-fields.js';
import { lasting, type KeepProcess } from './keep-process.js';
import type { WaitingLines } from './waiting-lines.js';

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
  /** Nobody waited for it. */
  seen?: false;
};

/** Hands a failure to the SDK, which makes an event with this id. The hook waits for the returned promise. */
export type CaptureFailure = (thrown: unknown, eventId: string, context: CaptureContext) => void | Promise<void>;

export type FailureReporter = ReturnType<typeof createFailureReporter>;

const tooManyAlike = 'too many alike';
const suspends = 'React suspends';

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
  /** The ids of the last events that were captured, or are being captured: an error may be passed on as another object. */
  captured: BoundedMap<string, true>;
  budget: FailureBudget;
  /** Is called with the id of an event that is not made, and the reason. */
  drop: (eventId: string, reason: string) => void;
  /** `undefined`: no stack can name its sources. */
  lines?: WaitingLines;
  keepProcess?: KeepProcess;
}) {
  const { log, environment, release, capture, captured, budget, drop, lines, keepProcess = lasting } = options;
  const loggedDigests = new WeakMap<object, Set<string>>();
  /** What each request has failed by, the last time. */
  const failedRequests = new WeakMap<object, unknown>();

  /** Remembers the line of a failure of this request. Whether it is the first one. */
  function isFirstLine(digest: string | undefined, request: object): boolean {
    const logged = loggedDigests.get(request) ?? new Set();
    loggedDigests.set(request, logged);
    if (digest === undefined) return true;
    const isFirst = !logged.has(digest);
    logged.add(digest);
    return isFirst;
  }

  /** Whether no handler of Next has passed this failure of this request before, and nobody has reported it. */
  function isNew(thrown: unknown, request: object, digest = shownDigestOf(thrown)): boolean {
    if (failedRequests.has(request) && isEcho(thrown)) return false;
    if (failedRequests.get(request) instanceof UnreadableError) return false; // The other failures follow from it.
    failedRequests.set(request, thrown);
    return isFirstLine(digest, request);
  }

  /**
   * Takes the failure's part of the budget, before anything is read that a short line does not have.
   * @returns more fields of its whole line; `undefined`: it is dropped, and has its short line
   */
  function takeBudget(
    { thrown, digest, eventId }: Identified,
    line: FailureLine,
    { transaction: route = '', ...place }: Place & { transaction?: string },
  ): { droppedBefore?: number } | undefined {
    const head = headOf(thrown);
    const verdict = isSuspension(head.message) ? undefined : budget.take({ ...head, route });
    if (verdict?.isWhole) return { droppedBefore: verdict.droppedBefore };
    const dropped = verdict ? tooManyAlike : suspends;
    if (!captured.get(eventId)) drop(eventId, dropped);
    log[line.level](shortLine(line, place, { digest, count: verdict?.count, dropped }), line.msg);
    return undefined;
  }

  /** Captures an occurrence once, however often it is thrown and reported. */
  async function captureOnce(failure: Failure): Promise<void> {
    const { thrown, eventId, context } = failure;
    if (captured.get(eventId)) return;
    captured.set(eventId, true);
    try {
      await capture?.(thrown, eventId, context);
    } catch (error) {
      captured.delete(eventId); // The capture may succeed when the error is thrown again.
      throw error;
    }
  }

  function writeEntry({ level, msg, fields }: Failure, error: ErrorDescription, more: object): void {
    const subject = msg === 'event reported' ? { message: error.message } : { error };
    log[level]({ ...fields, release, environment, ...subject, ...more }, msg);
  }

  /** The line may wait for its stacks; nothing waits for the line. */
  function writeLine(failure: Failure, more: object = {}): void {
    if (!lines) return writeEntry(failure, describeRead(failure.error), more);
    lines.write(failure.error, (described, how) => writeEntry(failure, described, { ...how, ...more }));
  }

  /** For what goes on after the call, or may not. */
  async function writeLineAndCapture(failure: Failure): Promise<void> {
    writeLine(failure);
    if (failure.msg === 'process failed') await Promise.resolve(); // A team's own SDK may listen, too, and comes first.
    await keepProcess(
      captureOnce(failure).catch((error: unknown) => writeLine(failure, { notCaptured: describeError(error) })),
    );
  }

  /** For what ends with the failure: no line is to be without its event when the process is killed. */
  async function captureAndWriteLine(failure: Failure): Promise<void> {
    try {
      await captureOnce(failure);
      writeLine(failure);
    } catch (error) {
      writeLine(failure, { notCaptured: describeError(error) });
    }
  }

  /** What somebody passed to `report()` or to the SDK. */
  function writePassed(
    identified: Identified,
    line: FailureLine & { knownId?: string },
    more: Partial<CaptureContext>,
  ): void | Promise<void> {
    const current = currentRoute();
    const taken = takeBudget(identified, line, current);
    if (!taken) return;
    const { fields, context } = requestFields(current);
    const ofLine = { ...line, fields: { ...fields, ...taken } };
    return writeLineAndCapture(createFailure(identified, ofLine, { ...context, isHandled: true, ...more }));
  }

  /** What somebody caught. A page catches what React throws to suspend it at each visit, so that is only counted. */
  async function reportOrCount(
    identified: Identified,
    knownId?: string,
    more: Partial<CaptureContext> = {},
  ): Promise<void> {
    const { thrown, digest, eventId } = identified;
    if (isSuspension(headOf(thrown).message)) return drop(eventId, suspends);
    const request = requestContext()?.request;
    if (request) isFirstLine(digest, request);
    return writePassed(identified, { msg: 'error reported', level: 'error', knownId }, more);
  }

  return {
    /** Reports a failed request, once for each failure, however many of Next's handlers pass it. */
    requestFailed(thrown: unknown, request: FailedRequest): void | Promise<void> {
      const { route, routeType, headers, path, digest: knownId, seen } = request;
      if (!isNew(thrown, requestContext()?.request ?? headers, knownId)) return;
      const { transaction = `${request.method} ${route}` } = request;
      const identified = identify(thrown, knownId);
      const line = { msg: 'request failed', level: 'error' } as const;
      const taken = takeBudget(identified, line, { path, route, transaction });
      if (!taken) return;
      const { method, url } = describeRequest(request);
      const tags = seen === false && { seen: 'false' };
      const where = { method, path: url, route: oneLine(route), routeType, seen, ...idsOfRequest(headers) };
      const failure = createFailure(
        identified,
        { ...line, fields: { ...where, ...taken }, knownId },
        {
          transaction,
          tags: { route, route_type: routeType, ...tags, ...tagsOfRequest(headers) },
          request: { method, url },
        },
      );
      return keepProcess(captureAndWriteLine(failure));
    },

    /**
     * Reports an uncaught exception, an unhandled rejection, or a start that failed. The line is written before the call
     * returns, since the process may end with it.
     */
    async processFailed(
      thrown: unknown,
      origin: 'uncaughtException' | 'unhandledRejection' | 'register',
    ): Promise<void> {
      const identified = identify(thrown);
      // It has its line: Next rejects a stream with the error of a render, and code may throw an error that it has reported.
      if (origin === 'unhandledRejection' && captured.get(identified.eventId)) return;
      const line = { msg: 'process failed', level: 'error' } as const;
      const taken = takeBudget(identified, line, { origin, transaction: origin });
      if (!taken) return;
      const context = { transaction: origin, tags: { origin } };
      await writeLineAndCapture(createFailure(identified, { ...line, fields: { origin, ...taken } }, context));
    },

    /**
     * Reports an error that somebody caught, but not `redirect()` and the like.
     * @returns its digest, which is also that of the screen if it is thrown again
     */
    reportCaught(thrown: unknown): string {
      if (isNoError(thrown, 'report()')) return newDigest();
      const identified = identify(thrown);
      void reportOrCount(identified);
      return identified.digest;
    },

    /** Captures what a team or a library handed to the SDK, under the id that the SDK has returned. */
    async sdkCalled(call: SdkCall): Promise<void> {
      const { eventId: knownId, scope, repeat } = call;
      if ('message' in call) {
        const line = { msg: 'event reported', level: logLevelOf(call.severity), knownId } as const;
        return writePassed(identify(String(call.message), knownId), line, { scope, repeat }); // `parameterize` makes a `String`.
      }
      if (isNoError(call.thrown, 'Sentry.captureException()')) return;
      if (typeof call.thrown === 'object' && call.thrown !== null) idOf(call.thrown, () => knownId);
      return reportOrCount(identify(call.thrown, knownId), knownId, { scope, repeat });
    },
  };
}

/** Whether it was thrown by `redirect()` and the like; then the console says that it is not reported. */
function isNoError(thrown: unknown, passedTo: string): boolean {
  if (!isControlFlow(thrown)) return false;
  console.warn(`This was passed to ${passedTo}, and is not reported.`, thrown);
  return true;
}

function logLevelOf(severity: SeverityLevel = 'info'): keyof Log {
  if (severity === 'fatal' || severity === 'error') return 'error';
  return severity === 'warning' ? 'warn' : 'info';
}

/** When a proxy throws, Next renders the last resort and then goes on with the request, which fails again by that. */
function isEcho(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}
