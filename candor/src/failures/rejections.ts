import { requestContext } from '../http/request-context.js';
import { isAboutRouterState, isThrownByNext } from '../internals/server/thrown-by-next.js';
import { oneLine } from '../scrubbing/log-format.js';
import { BoundedMap } from '../shared/bounded-map.js';
import { eachMinute } from '../shared/each-minute.js';
import type { Log } from '../shared/log-messages.js';
import type { FailedResponses } from '../responses/failed-responses.js';
import { describeRequest } from './request-fields.js';
import { shownDigestOf } from './shown-digest.js';

/** Why a request is only its sender's fault, and the true status of the response. */
const statuses = {
  'it comes from another site': 403,
  'its body is longer than this site accepts': 413,
  'its body was cut off': 400,
  'its body cannot be read': 400,
  'its router state cannot be read': 400,
} as const;

type Reason = keyof typeof statuses;

type HookedRequest = Record<'path' | 'route' | 'method' | 'routeType', string> & {
  headers: NodeJS.Dict<string | string[]>;
  /** `undefined`: React was not rendering. */
  renderSource: string | undefined;
};

export type Rejections = ReturnType<typeof createRejections>;

/** @param options.isFromAction whether the request has entered an action of the application */
export function createRejections(options: {
  log: Log;
  failedResponses: Pick<FailedResponses, 'note'>;
  isFromAction: () => boolean;
}) {
  const { log, failedResponses, isFromAction } = options;
  const rejected = new WeakMap<object, number>();
  const digests = new BoundedMap<string, Reason>(1_000);
  const write = (reason: string) =>
    eachMinute((count: number, shown: object) => log.warn({ reason, count, ...shown }, 'request rejected'));
  const lines = new Map(Object.keys(statuses).map((reason) => [reason, write(reason)]));

  return {
    /** Gives the request its true status, and logs it, if it is only its sender's fault. Whether it did. */
    tryReject(thrown: unknown, request: HookedRequest): boolean {
      if (!(thrown instanceof Error)) return false;
      const reason = reasonFor(thrown, request, isFromAction);
      if (reason === undefined) return false;
      const status = statuses[reason];
      rejected.set(thrown, status);
      const digest = shownDigestOf(thrown);
      if (digest !== undefined) digests.set(digest, reason);
      failedResponses.note(request.headers, { rejectedWith: status });
      const { method, url } = describeRequest(request);
      lines.get(reason)?.({ digest, method, path: url, route: oneLine(request.route) });
      return true;
    },
    /** The status that the request was rejected with which this was thrown for. */
    statusOf: (thrown: unknown): number | undefined => (thrown instanceof Error ? rejected.get(thrown) : undefined),
    /** Why the request was rejected whose visitor was shown this digest. */
    reasonOf: (digest: string): string | undefined => digests.get(digest),
  };
}

/** Next threw while it read the request. The stack decides: the text differs with every malformation. `undefined`: it is a failure. */
function reasonFor(
  error: Error & { code?: unknown; statusCode?: unknown },
  { method, headers, routeType, renderSource }: HookedRequest,
  isFromAction: () => boolean,
): Reason | undefined {
  const { request } = requestContext() ?? {};
  const hasLeft = request?.headers === headers && request.errored === error;
  if (hasLeft && error.code === 'ECONNRESET') return 'its body was cut off';
  const isBeforeRender = routeType === 'render' && renderSource === undefined;
  const state = headers['next-router-state-tree'];
  if (isBeforeRender && state !== undefined && isAboutRouterState(error)) return 'its router state cannot be read';

  const isAction = routeType === 'action' || (isBeforeRender && method === 'POST');
  // Next reads the body of an API route before it calls the route, and throws with the status that it goes on to send.
  const isApiRoute = routeType === 'route' && (error.statusCode === 400 || error.statusCode === 413);
  if (!(isAction || isApiRoute) || isFromAction() || !isThrownByNext(error)) return undefined;
  if (error.statusCode === 413) return 'its body is longer than this site accepts';
  if (isApiRoute) return 'its body cannot be read';
  return isFromAnotherSite(headers) ? 'it comes from another site' : 'its body cannot be read';
}

/** Next compares them likewise: an action is for the pages of its own site. */
function isFromAnotherSite({ origin, host, 'x-forwarded-host': forwardedHost }: HookedRequest['headers']): boolean {
  if (typeof origin !== 'string') return false;
  const [own = ''] = String(forwardedHost ?? host).split(',', 1);
  return !URL.canParse(origin) || new URL(origin).host !== own.trim();
}
