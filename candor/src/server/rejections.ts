import { BoundedMap } from '../shared/bounded-map.js';
import { eachMinute } from '../shared/each-minute.js';
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

const maxDigests = 1_000;

/** Rejects requests that are only their sender's fault. The log has one line a minute and reason, with the count since the start. */
export function createRejections(options: {
  log: Log;
  failedResponses: Pick<FailedResponses, 'note'>;
  isFromAction: () => boolean;
}) {
  const { log, failedResponses, isFromAction } = options;
  const rejected = new WeakMap<object, Rejection>();
  const digests = new BoundedMap<string, string>(maxDigests);
  const lines = new Map<Rejection['reason'], (where: object) => void>();

  function logEachMinute(reason: Rejection['reason'], where: object) {
    const write = (count: number, shown: object) => log.warn({ reason, count, ...shown }, 'request rejected');
    const line = lines.get(reason) ?? eachMinute(write);
    lines.set(reason, line);
    line(where);
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
      logEachMinute(rejection.reason, { digest, method, path: url, route: oneLine(route) });
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
