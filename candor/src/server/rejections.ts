import { BoundedMap } from '../shared/bounded-map.js';
import type { Log } from '../shared/log-messages.js';
import type { FailedResponses } from './failed-responses.js';
import { oneLine } from '../scrubbing/log-format.js';
import { classifyRejection, type Rejection, type ThrowingRequest } from './rejected-request.js';
import { requestContext } from '../http/request-context.js';
import { shownDigestOf } from './shown-digest.js';
import { describeRequest } from './request-fields.js';

/** A request as Next's hook has it. */
type HookedRequest = Pick<ThrowingRequest, 'method' | 'headers' | 'routeType' | 'renderSource'> & {
  path: string;
  route: string;
};

export type Rejections = ReturnType<typeof createRejections>;

const minuteMs = 60_000;
const maxDigests = 1_000;

/** Rejects requests that are only their sender's fault. The log has one line a minute and reason, with the count. */
export function createRejections(options: {
  log: Log;
  failedResponses: Pick<FailedResponses, 'note'>;
  isFromAction: () => boolean;
}) {
  const { log, failedResponses, isFromAction } = options;
  const rejected = new WeakMap<object, Rejection>();
  const digests = new BoundedMap<string, string>(maxDigests);
  /** The requests that no line has counted yet, for each reason that had a line within the minute. */
  const unlogged = new Map<Rejection['reason'], number>();

  function logOrCount(reason: Rejection['reason'], where: object) {
    const count = unlogged.get(reason);
    if (count !== undefined) return void unlogged.set(reason, count + 1);
    log.warn({ reason, count: 1, ...where }, 'request rejected');
    startMinute(reason);
  }

  function startMinute(reason: Rejection['reason']) {
    unlogged.set(reason, 0);
    setTimeout(() => {
      const count = unlogged.get(reason);
      unlogged.delete(reason);
      if (!count) return;
      log.warn({ reason, count }, 'request rejected');
      startMinute(reason);
    }, minuteMs).unref();
  }

  return {
    /** Rejects the request if it is only its sender's fault: gives it its true status, and logs it. Whether it did. */
    tryReject(thrown: unknown, { path, route, ...request }: HookedRequest): boolean {
      const { headers } = request;
      const isAborted = isAbortedBy(headers, thrown);
      const rejection = classifyRejection(thrown, { ...request, isAborted, isFromAction: isFromAction() });
      if (rejection === undefined) return false;
      rejected.set(thrown as object, rejection);
      const digest = shownDigestOf(thrown);
      if (digest !== undefined) digests.set(digest, rejection.reason);
      failedResponses.note(headers, { state: 'rejected', status: rejection.status });
      const { method, url } = describeRequest({ method: request.method, path });
      logOrCount(rejection.reason, { digest, method, path: url, route: oneLine(route) });
      return true;
    },
    /** The rejection of the request that this was thrown for. */
    rejectionOf(thrown: unknown): Rejection | undefined {
      return typeof thrown === 'object' && thrown !== null ? rejected.get(thrown) : undefined;
    },
    /** Why the request was rejected whose visitor was shown this digest. */
    reasonOf(digest: string): string | undefined {
      return digests.get(digest);
    },
  };
}

/** Whether this was thrown because the client left before its request was complete. */
function isAbortedBy(headers: object, thrown: unknown): boolean {
  const { request } = requestContext() ?? {};
  return request?.headers === headers && thrown instanceof Error && request.errored === thrown;
}
