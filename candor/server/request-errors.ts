import type { Instrumentation } from 'next';
import { serverContext } from './server-context';

/** Next calls it for every error that it catches while it handles a request. */
export const onRequestError: Instrumentation.onRequestError = async (thrown, request, { routePath, ...context }) => {
  const server = serverContext();
  const { routeType, renderSource } = context;
  const route = routePath.replace(/(?<=.)\/page$/, ''); // The route of a posted form ends with the name of the file.
  if (
    server.runtime === 'node' &&
    server.rejections.tryReject(thrown, { ...request, route, routeType, renderSource })
  ) {
    return;
  }
  await server.failures.requestFailed(thrown, { ...request, route, routeType });
};
