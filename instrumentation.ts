import type { Instrumentation } from 'next';

// Both runtimes compile this file, so what belongs to one of them is imported behind its name.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startNode } = await import('./candor/server/start-node');
    await startNode(async () => (await import('./sentry.server.config')).startServerSdk);
  }
  if (process.env.NEXT_RUNTIME === 'edge') {
    const { startEdge } = await import('./candor/server/start-edge');
    const { startEdgeSdk } = await import('./sentry.edge.config');
    startEdge(startEdgeSdk);
  }
}

export const onRequestError: Instrumentation.onRequestError = async (thrown, request, context) => {
  const { reporter } = await import('./candor/server/server-context');
  const { failures, rejections } = reporter();
  const { routeType, renderSource } = context;
  const route = context.routePath.replace(/(?<=.)\/page$/, ''); // A posted form's has the name of the file in it.
  if (rejections?.reject(thrown, { ...request, route, routeType, renderSource })) return;
  await failures.requestFailed(thrown, { ...request, route, routeType });
};
