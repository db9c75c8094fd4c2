import { isThrownByNext } from '../internals/server/thrown-by-next.js';
import { isAboutRouterState } from '../internals/server/errors-of-next.js';

/** Why a request is only its sender's fault and no failure, and the true status of the response. */
const statuses = {
  'it comes from another site': 403,
  'its body is longer than this site accepts': 413,
  'its body was cut off': 400,
  'its body cannot be read': 400,
  'its router state cannot be read': 400,
} as const;

type Reason = keyof typeof statuses;

export type Rejection = { reason: Reason; status: (typeof statuses)[Reason] };

/** A request whose handling threw, as Next's `onRequestError` and Node have it. */
export type ThrowingRequest = {
  method: string;
  headers: NodeJS.Dict<string | string[]>;
  routeType: string;
  /** `undefined`: React was not rendering. */
  renderSource: string | undefined;
  /** The client left before its request was complete. */
  isAborted: boolean;
  /** The request has entered an action of the application. */
  isFromAction: boolean;
};

/**
 * Tells a request that is only its sender's fault from a failure: Next threw while it read the request, before any code
 * of the application ran. Of a body the place of the throw decides, not the error's text, which differs with every malformation.
 * @returns `undefined` for a failure
 */
export function classifyRejection(thrown: unknown, request: ThrowingRequest): Rejection | undefined {
  const reason = thrown instanceof Error ? rejectionReason(thrown, request) : undefined;
  return reason && { reason, status: statuses[reason] };
}

function rejectionReason(
  error: Error & { code?: unknown; statusCode?: unknown },
  request: ThrowingRequest,
): Reason | undefined {
  const { method, headers, routeType, renderSource, isAborted, isFromAction } = request;
  if (isAborted && error.code === 'ECONNRESET') return 'its body was cut off';
  const isBeforeRender = routeType === 'render' && renderSource === undefined;
  const state = headers['next-router-state-tree'];
  if (isBeforeRender && state !== undefined && isAboutRouterState(error)) return 'its router state cannot be read';

  const isAction = routeType === 'action' || (isBeforeRender && method === 'POST');
  // Next reads the body of an API route before it calls the route, and throws with the status that it goes on to send.
  const isApiRoute = routeType === 'route' && (error.statusCode === 400 || error.statusCode === 413);
  if (!(isAction || isApiRoute) || isFromAction || !isThrownByNext(error)) return undefined;
  if (error.statusCode === 413) return 'its body is longer than this site accepts';
  if (isApiRoute) return 'its body cannot be read';
  return isFromAnotherSite(headers) ? 'it comes from another site' : 'its body cannot be read';
}

/** Next compares them likewise: an action is for the pages of its own site. */
function isFromAnotherSite({ origin, host, 'x-forwarded-host': forwardedHost }: ThrowingRequest['headers']): boolean {
  if (typeof origin !== 'string') return false;
  const own = String(forwardedHost ?? host)
    .split(',', 1)[0]
    ?.trim();
  return !URL.canParse(origin) || new URL(origin).host !== own;
}
