import type { Log } from '../log-messages';
import { BoundedMap } from '../bounded-map';
import { oneLine } from './log-format';
import type { OpenAnswers } from './open-responses';
import { rejectionOf, type Rejection, type ThrowingRequest } from './rejected-request';
import { scrub } from '../scrubbing/scrub';
import { shownDigestOf } from './shown-digest';

/** A request as Next's hook has it. */
type HookedRequest = Pick<ThrowingRequest, 'method' | 'headers' | 'routeType' | 'renderSource'> & {
  path: string;
  route: string;
};

export type Rejections = {
  /** Gives a request that only its sender is to blame for its true status, and counts it. Whether it is one. */
  reject(thrown: unknown, request: HookedRequest): boolean;
  /** The rejection of the request that this was thrown for. */
  rejectionOf(thrown: unknown): Rejection | undefined;
  /** Why the request was rejected whose visitor was given this digest. */
  reasonOf(digest: string): string | undefined;
};

const minuteMs = 60_000;
const maxDigests = 1_000;

/** Rejects what only its sender is to blame for. The log gets one line a minute and reason, with the count of that minute. */
export function createRejections(options: {
  log: Log;
  answers: OpenAnswers;
  isFromAction: (thrown: unknown) => boolean;
}): Rejections {
  const { log, answers, isFromAction } = options;
  const rejected = new WeakMap<object, Rejection>();
  const digests = new BoundedMap<string, string>(maxDigests);
  /** Those that no line has told yet, of the reasons that had a line within the minute. */
  const counts = new Map<Rejection['reason'], number>();

  function count(reason: Rejection['reason'], where: object) {
    const waiting = counts.get(reason);
    if (waiting !== undefined) return void counts.set(reason, waiting + 1);
    log.warn({ reason, count: 1, ...where }, 'request rejected');
    startMinute(reason);
  }

  function startMinute(reason: Rejection['reason']) {
    counts.set(reason, 0);
    setTimeout(() => {
      const count = counts.get(reason);
      counts.delete(reason);
      if (!count) return;
      log.warn({ reason, count }, 'request rejected');
      startMinute(reason);
    }, minuteMs).unref();
  }

  return {
    reject(thrown, { path, route, ...request }) {
      const { headers } = request;
      const rejection = rejectionOf(thrown, {
        ...request,
        isAborted: answers.isAborted(headers, thrown),
        isFromAction: isFromAction(thrown),
      });
      if (rejection === undefined) return false;
      rejected.set(thrown as object, rejection);
      const digest = shownDigestOf(thrown);
      if (digest !== undefined) digests.set(digest, rejection.reason);
      answers.overrideStatus(headers, rejection.status);
      const url = oneLine(scrub(path.replace(/[?#].*$/s, '')));
      count(rejection.reason, { digest, method: oneLine(request.method, 20), path: url, route: oneLine(route) });
      return true;
    },
    rejectionOf: (thrown) => (typeof thrown === 'object' && thrown !== null ? rejected.get(thrown) : undefined),
    reasonOf: (digest) => digests.get(digest),
  };
}
