import type { Instrumentation } from 'next';
import { routeOfFile } from '../shared/route-of-file.js';

type RequestErrorContext = Parameters<Instrumentation.onRequestError>[2];

/** What Next calls the route of `proxy.ts`. */
export const proxyRoute = '/proxy';

/** As Next's own trace names a call of the proxy: its paths are without number. */
export const proxyTransaction = (method: string): string => `middleware ${method}`;

/**
 * The route of a failed request, as the route manifest has it: `/shop/[id]`. Some of Next's callers pass the route, others
 * the path of its file, with the name of the file, groups and slots.
 */
export function routeName({ routePath, routerKind, routeType, renderSource }: RequestErrorContext): string {
  const isFile =
    routerKind === 'App Router'
      ? routeType === 'render' && renderSource === undefined && routePath.endsWith('/page') // A posted form.
      : routeType === 'route' && routePath.endsWith('/route'); // A handler in the edge runtime.
  return isFile ? routeOfFile(routePath) : routePath;
}
