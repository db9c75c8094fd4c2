import { requestContext, type IncomingRequest } from '../http/request-context.js';
import { idsOfRequest } from '../http/request-ids.js';
import { workStorage } from '../internals/server/next-storages.js';
import { oneLine, logText } from '../scrubbing/log-format.js';

/** As Next's own trace names a call of the proxy: its paths are without number. */
export const proxyTransaction = (method: string): string => `middleware ${method}`;

export type CurrentRoute = Partial<Record<'method' | 'path' | 'route' | 'transaction', string>> & {
  headers?: IncomingRequest['headers'];
};

/** As Next's hooks have a failed request. */
export function currentFailedRequest(routeType: string) {
  const { method = 'GET', path = '', headers = {}, route = path, transaction } = currentRoute();
  return { method, path, headers, route, routeType, transaction };
}

/** The request and the route that this code runs for, as far as they are known. Next does not tell the routes of the Pages Router. */
export function currentRoute(): CurrentRoute {
  const { request } = requestContext() ?? {};
  const work = workStorage?.getStore();
  const { method = work && 'GET', url: path, headers } = request ?? {};
  if (work === undefined || method === undefined) return { method, path, headers };
  // Next has no page for the proxy, and calls it `/`; the pages of the App Router end with the name of their file.
  if (work.page === '/') return { method, path, headers, route: '/proxy', transaction: proxyTransaction(method) };
  return { method, path: path ?? work.route, headers, route: work.route, transaction: `${method} ${work.route}` };
}

export function requestFields({ method, path, headers, route, transaction }: CurrentRoute = currentRoute()) {
  const request = method !== undefined && path !== undefined ? describeRequest({ method, path }) : undefined;
  const where = { method: request?.method, path: request?.url, route: route && oneLine(route) };
  const ids = idsOfRequest(headers);
  // The trace of an event has the other id (scopes.ts).
  const tags = { ...(route !== undefined && { route }), ...(ids.requestId && { request_id: ids.requestId }) };
  return { fields: { ...where, ...ids }, context: { request, transaction, tags } };
}

export function describeRequest({ method, path }: { method: string; path: string }): { method: string; url: string } {
  return { method: oneLine(method, 20), url: describePath(path) };
}

/** A path for the log: without its query, scrubbed, and on one line. */
export const describePath = (path: string) => logText(path.replace(/[?#][^]*$/, ''));
