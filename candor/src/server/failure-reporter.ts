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
import { UnreadableError } from './readable-error.js';
import { describeError, describeRead, oneLine, type ErrorDescription } from '../scrubbing/log-format.js';
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

type Parts = {
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
  lines?: WaitingLines | undefined;
  keepProcess?: KeepProcess | undefined;
};

/**
 * Writes the log line and captures the event of each failure of the server; both have the digest. A failure past the
 * budget keeps its digest, and has a short line and no event.
 */
export function createFailureReporter(parts: Parts) {
  const { captured, drop } = parts;
  const { isFirst, isNew } = createFirsts();
  const record = createRecorder(parts);

  /** What somebody passed to `report()` or to the SDK. */
  function recordPassed(identified: Identified, line: Line, more: Partial<CaptureContext>): void | Promise<void> {
    const current = currentRoute();
    return record(identified, line, current, () => {
      const { fields, context } = requestFields(current);
      return { fields, context: { ...context, isHandled: true, ...more } };
    });
  }

  /** What somebody caught. A page catches what React throws to suspend it at each visit, so that is only counted. */
  async function recordCaught(
    identified: Identified,
    knownId?: string,
    more: Partial<CaptureContext> = {},
  ): Promise<void> {
    const { thrown, digest, eventId } = identified;
    if (isSuspension(headOf(thrown).message)) return drop(eventId, suspends);
    const request = requestContext()?.request;
    if (request) isFirst(request, digest);
    return recordPassed(identified, { msg: 'error reported', level: 'error', knownId }, more);
  }

  return {
    /** Reports a failed request, once for each failure, however many of Next's handlers pass it. */
    requestFailed(thrown: unknown, request: FailedRequest): void | Promise<void> {
      const { route, routeType, headers, path, digest: knownId, seen } = request;
      if (!isNew(requestContext()?.request ?? headers, thrown, knownId)) return;
      const { transaction = `${request.method} ${route}` } = request;
      const line = { msg: 'request failed', level: 'error', knownId } as const;
      return record(identify(thrown, knownId), line, { path, route, transaction }, () => {
        const { method, url } = describeRequest(request);
        const ofSeen = seen === false && { seen: 'false' };
        const tags = { route, route_type: routeType, ...ofSeen, ...tagsOfRequest(headers) };
        const fields = { method, path: url, route: oneLine(route), routeType, seen, ...idsOfRequest(headers) };
        return { fields, context: { transaction, tags, request: { method, url } } };
      });
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
      const described = { fields: { origin }, context: { transaction: origin, tags: { origin } } };
      const line = { msg: 'process failed', level: 'error' } as const;
      await record(identified, line, { origin, transaction: origin }, () => described);
    },

    /**
     * Reports an error that somebody caught, but not `redirect()` and the like.
     * @returns its digest, which is also that of the screen if it is thrown again
     */
    reportCaught(thrown: unknown): string {
      if (isNoError(thrown, 'report()')) return newDigest();
      const identified = identify(thrown);
      void recordCaught(identified);
      return identified.digest;
    },

    /** Captures what a team or a library handed to the SDK, under the id that the SDK has returned. */
    async sdkCalled(call: SdkCall): Promise<void> {
      const { eventId: knownId, scope, repeat } = call;
      if ('message' in call) {
        const line = { msg: 'event reported', level: logLevelOf(call.severity), knownId } as const;
        return recordPassed(identify(String(call.message), knownId), line, { scope, repeat }); // `parameterize` makes a `String`.
      }
      if (isNoError(call.thrown, 'Sentry.captureException()')) return;
      if (typeof call.thrown === 'object' && call.thrown !== null) idOf(call.thrown, () => knownId);
      return recordCaught(identify(call.thrown, knownId), knownId, { scope, repeat });
    },
  };
}

/** Which failures of each request were seen before. */
function createFirsts() {
  /** The digests that each request has lines of, and what it has failed by, the last time. */
  const requests = new WeakMap<object, { digests: Set<string>; thrown?: unknown }>();

  const stateOf = (request: object) => {
    const state = requests.get(request) ?? { digests: new Set() };
    requests.set(request, state);
    return state;
  };
  /** Remembers the line of a failure of this request. Whether it is the first one. */
  const isFirst = (request: object, digest: string | undefined) => {
    const { digests } = stateOf(request);
    return digest === undefined || (!digests.has(digest) && !!digests.add(digest));
  };
  /** Whether no handler of Next has passed this failure of this request before, and nobody has reported it. */
  const isNew = (request: object, thrown: unknown, digest = shownDigestOf(thrown)) => {
    const state = stateOf(request);
    if ('thrown' in state && isEcho(thrown)) return false;
    if (state.thrown instanceof UnreadableError) return false; // It follows from that.
    state.thrown = thrown;
    return isFirst(request, digest);
  };
  return { isFirst, isNew };
}

type Line = FailureLine & { knownId?: string | undefined };
type Described = { fields: object; context: Parameters<typeof createFailure>[2] };

/**
 * Returns a function that takes a failure's part of the budget, and then writes its whole line and captures its event.
 * `describe` is called only then: a short line has none of it.
 */
function createRecorder(parts: Parts) {
  const { log, environment, release, capture, captured, budget, drop, lines, keepProcess = lasting } = parts;

  function writeEntry({ level, msg, fields }: Failure, error: ErrorDescription, more: object): void {
    const subject = msg === 'event reported' ? { message: error.message } : { error };
    log[level]({ ...fields, release, environment, ...subject, ...more }, msg);
  }

  /** The line may wait for its stacks; nothing waits for the line. */
  function writeLine(failure: Failure, more: object = {}): void {
    if (!lines) return writeEntry(failure, describeRead(failure.error), more);
    lines.write(failure.error, (described, how) => writeEntry(failure, described, { ...how, ...more }));
  }

  /** Captures an occurrence once, however often it is thrown and reported. */
  async function captureOnce({ thrown, eventId, context }: Failure): Promise<void> {
    if (captured.get(eventId)) return;
    captured.set(eventId, true);
    try {
      await capture?.(thrown, eventId, context);
    } catch (error) {
      captured.delete(eventId); // The capture may succeed when the error is thrown again.
      throw error;
    }
  }

  async function captureAndWrite(failure: Failure, isWritten: boolean): Promise<void> {
    if (failure.msg === 'process failed') await Promise.resolve(); // A team's own SDK may listen, too, and comes first.
    try {
      await captureOnce(failure);
      if (!isWritten) writeLine(failure);
    } catch (error) {
      writeLine(failure, { notCaptured: describeError(error) });
    }
  }

  return (
    identified: Identified,
    { knownId, ...line }: Line,
    place: Place & { transaction?: string },
    describe: () => Described,
  ): void | Promise<void> => {
    const { thrown, digest, eventId } = identified;
    const { transaction: route = '', ...where } = place;
    const head = headOf(thrown);
    const verdict = isSuspension(head.message) ? undefined : budget.take({ ...head, route });
    if (!verdict?.isWhole) {
      const dropped = verdict ? tooManyAlike : suspends;
      if (!captured.get(eventId)) drop(eventId, dropped);
      return log[line.level](shortLine(line, where, { digest, count: verdict?.count, dropped }), line.msg);
    }
    const { fields, context } = describe();
    const ofLine = { ...line, knownId, fields: { ...fields, droppedBefore: verdict.droppedBefore } };
    const failure = createFailure(identified, ofLine, context);
    // A request ends with its failure: no line is to be without its event when the process is killed. All else goes on, or the process
    // ends at once.
    const isWritten = line.msg !== 'request failed';
    if (isWritten) writeLine(failure);
    return keepProcess(captureAndWrite(failure, isWritten));
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
