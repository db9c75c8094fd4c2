import { BoundedMap } from '../bounded-map';
import { isEventId } from '../digest';
import type { Log, Message } from '../log-messages';
import { scrub } from '../scrubbing/scrub';
import type { FailureBudget } from './failure-budget';
import { describeError, oneLine } from './log-format';
import { newDigest, shownDigestOf } from './shown-digest';

/** A request as Next's hooks have it. `headers` only tells requests apart; no header is passed on. */
export type FailedRequest = { path: string; method: string; headers: object; route: string; routeType: string };

/** The fields of an event besides the thrown value. */
type CaptureContext = {
  transaction: string;
  tags: Record<string, string>;
  request?: { method: string; url: string };
};

/** Hands a failure to the SDK, which makes an event with this id. The hook waits for the returned promise. */
export type CaptureFailure = (thrown: unknown, eventId: string, context: CaptureContext) => void | Promise<void>;

export type FailureReporter = ReturnType<typeof createFailureReporter>;

const maxCaptured = 1_000;
const tooManyAlike = 'too many alike';

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
  const captured = new BoundedMap<string, true>(maxCaptured);
  const loggedDigests = new WeakMap<object, Set<string>>();

  /** Whether this is the first time that a handler of Next passes this failure of this request. */
  function isNew(thrown: unknown, headers: object): boolean {
    const logged = loggedDigests.get(headers) ?? new Set();
    loggedDigests.set(headers, logged);
    const digest = shownDigestOf(thrown);
    if (digest !== undefined && logged.has(digest)) return false;
    if (logged.size > 0 && isEcho(thrown)) return false;
    if (digest !== undefined) logged.add(digest);
    return true;
  }

  function failureOf(thrown: unknown, msg: Message, fields: object, context: CaptureContext): Failure {
    const digest = shownDigestOf(thrown) ?? newDigest();
    const eventId = isEventId(digest) ? digest : newDigest();
    const otherEvent = eventId === digest ? {} : { event: eventId };
    return {
      thrown,
      eventId,
      msg,
      fields: { digest, ...otherEvent, ...fields, release, environment },
      error: describeError(thrown),
      context: { ...context, tags: { ...context.tags, digest } },
    };
  }

  /** Takes the failure's part of the budget. A failure past the budget is dropped, and has its short line. */
  function takeBudget({ msg, fields, error, eventId, context }: Failure): boolean {
    const { type, message } = error;
    if (budget.take({ type, message, route: context.transaction })) return true;
    if (!captured.get(eventId)) drop(eventId, tooManyAlike);
    log.error({ ...fields, error: { type, message }, dropped: tooManyAlike }, msg);
    return false;
  }

  /** Captures an error once: thrown again, for another request, it is the same event, whose id the service has already. */
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

  function writeLine({ msg, fields, error }: Failure, captureError?: { error: unknown }): void {
    const notCaptured = captureError && { notCaptured: describeError(captureError.error) };
    log.error({ ...fields, error, ...notCaptured }, msg);
  }

  return {
    /** Reports a failed request, once for each failure, however many of Next's handlers pass it. */
    async requestFailed(thrown: unknown, request: FailedRequest): Promise<void> {
      if (!isNew(thrown, request.headers)) return;
      const { route, routeType } = request;
      const method = oneLine(request.method, 20);
      const url = oneLine(scrub(request.path.replace(/[?#].*$/s, '')));
      const where = { method, path: url, route: oneLine(route), routeType };
      const failure = failureOf(thrown, 'request failed', where, {
        transaction: `${method} ${route}`,
        tags: { route, route_type: routeType },
        request: { method, url },
      });
      if (!takeBudget(failure)) return;
      try {
        await captureOnce(failure); // First, so that no line is without its event when the process is killed.
        writeLine(failure);
      } catch (error) {
        writeLine(failure, { error });
      }
    },
    /** Reports an uncaught exception or an unhandled rejection. */
    processFailed(thrown: unknown, origin: 'uncaughtException' | 'unhandledRejection'): void {
      const failure = failureOf(thrown, 'process failed', { origin }, { transaction: origin, tags: { origin } });
      if (!takeBudget(failure)) return;
      writeLine(failure); // First, since the process may end with this call.
      captureOnce(failure).catch((error: unknown) => writeLine(failure, { error }));
    },
  };
}

type Failure = {
  thrown: unknown;
  eventId: string;
  msg: Message;
  /** The fields of the log line, except the error. */
  fields: object;
  error: ReturnType<typeof describeError>;
  context: CaptureContext;
};

/** When a proxy throws, Next renders the last resort and then goes on with the request, which fails again by that. */
function isEcho(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}
