import { BoundedMap } from '../bounded-map';
import { isEventId, newEventId } from '../digest';
import type { FailureBudget } from './failure-budget';
import { describeThrown, oneLine } from './log-format';
import type { Log, Message } from '../log-messages';
import { scrub } from '../scrubbing/scrub';
import { shownDigestOf } from './shown-digest';

/** A request as Next's hooks have it. `headers` tells requests apart; none is passed on. */
export type FailedRequest = { path: string; method: string; headers: object; route: string; routeType: string };

/** What an event says about its failure besides what was thrown. */
type Circumstances = {
  transaction: string;
  tags: Record<string, string>;
  request?: { method: string; url: string };
};

/** Hands a failure to the SDK, to be an event with this id. What it promises, the hook has to wait for. */
export type Capture = (thrown: unknown, eventId: string, circumstances: Circumstances) => void | Promise<void>;

export type FailureReporter = {
  /** One log line for a request that failed, whichever and however many of Next's handlers see it. */
  requestFailed(thrown: unknown, request: FailedRequest): Promise<void>;
  /** One log line for what no request answers for: an uncaught exception, an unhandled rejection. */
  processFailed(thrown: unknown, origin: 'uncaughtException' | 'unhandledRejection'): void;
};

const maxCaptured = 1_000;
const tooManyAlike = 'too many alike';

/**
 * Makes log lines and events of the server's failures; both bear the digest, and every failure is one event, as far as the
 * budget goes. Past it a failure keeps its digest and a short line.
 */
export function createFailureReporter(options: {
  log: Log;
  environment: string;
  release: string;
  capture: Capture | undefined;
  budget: FailureBudget;
  /** Told of an event that is not made, and why. */
  drop: (eventId: string, reason: string) => void;
}): FailureReporter {
  const { log, environment, release, capture, budget, drop } = options;
  const captured = new BoundedMap<string, true>(maxCaptured);
  const loggedOf = new WeakMap<object, Set<string>>();

  function describe(thrown: unknown, msg: Message, fields: object, circumstances: Circumstances) {
    const digest = shownDigestOf(thrown) ?? newEventId();
    const eventId = isEventId(digest) ? digest : newEventId();
    const otherEvent = eventId === digest ? {} : { event: eventId };
    const { stack, ...error } = describeThrown(thrown);
    const line = { digest, ...otherEvent, ...fields, release, environment };
    const write = (more = {}) => log.error({ ...line, error: { ...error, stack }, ...more }, msg);
    return {
      write,
      /** Whether there is budget for it; if there is none, it has its short line. */
      isWithinBudget(): boolean {
        if (budget.take({ ...error, route: circumstances.transaction })) return true;
        if (!captured.get(eventId)) drop(eventId, tooManyAlike);
        log.error({ ...line, error, dropped: tooManyAlike }, msg);
        return false;
      },
      captureOnce: () => captureOnce(thrown, eventId, { ...circumstances, tags: { ...circumstances.tags, digest } }),
    };
  }

  /** An error thrown again, for another request, is the same event; the service could not take the id twice. */
  async function captureOnce(...failure: Parameters<Capture>): Promise<void> {
    const [, eventId] = failure;
    if (captured.get(eventId)) return;
    captured.set(eventId, true);
    try {
      await capture?.(...failure);
    } catch (error) {
      captured.delete(eventId); // It may be when it is thrown again.
      throw error;
    }
  }

  return {
    async requestFailed(thrown, { path, method: anyMethod, headers, route, routeType }) {
      const logged = loggedOf.get(headers) ?? new Set();
      loggedOf.set(headers, logged);
      const digest = shownDigestOf(thrown);
      if (digest !== undefined && logged.has(digest)) return;
      if (logged.size > 0 && isEcho(thrown)) return;
      if (digest !== undefined) logged.add(digest);

      const method = oneLine(anyMethod, 20);
      const url = oneLine(scrub(path.replace(/[?#].*$/s, '')));
      const where = { method, path: url, route: oneLine(route), routeType };
      const { write, isWithinBudget, captureOnce } = describe(thrown, 'request failed', where, {
        transaction: `${method} ${route}`,
        tags: { route, route_type: routeType },
        request: { method, url },
      });
      if (!isWithinBudget()) return;
      try {
        await captureOnce(); // Kept first, so that there is no line without its event, whatever ends the process.
        write();
      } catch (error) {
        write({ notCaptured: describeThrown(error) });
      }
    },
    processFailed(thrown, origin) {
      const circumstances = { transaction: origin, tags: { origin } };
      const { write, isWithinBudget, captureOnce } = describe(thrown, 'process failed', { origin }, circumstances);
      if (!isWithinBudget()) return;
      write(); // First, since the process may end with this call.
      captureOnce().catch((error: unknown) => write({ notCaptured: describeThrown(error) }));
    },
  };
}

/** Next goes on with a request whose proxy threw, after the last resort has answered it, and fails at that. */
function isEcho(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_HTTP_HEADERS_SENT';
}
