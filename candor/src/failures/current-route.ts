import { requestContext, type IncomingRequest } from '../http/request-context.js';
import { workStorage } from '../internals/server/next-storages.js';
import { proxyRoute, proxyTransaction } from './route-name.js';

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
  if (work.page === '/') return { method, path, headers, route: proxyRoute, transaction: proxyTransaction(method) };
  return { method, path: path ?? work.route, headers, route: work.route, transaction: `${method} ${work.route}` };
}
