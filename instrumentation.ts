import type { Instrumentation } from 'next';

// Both runtimes compile this file, so what belongs to one of them is imported behind its name.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startNode } = await import('./app/_reporting/start-node');
    await startNode(async () => (await import('./sentry.server.config')).startServerSdk);
  }
  if (process.env.NEXT_RUNTIME === 'edge') {
    const { startEdge } = await import('./app/_reporting/start-edge');
    const { startEdgeSdk } = await import('./sentry.edge.config');
    startEdge(startEdgeSdk);
  }
}

export const onRequestError: Instrumentation.onRequestError = async (thrown, request, context) => {
  const { reporter } = await import('./app/_reporting/reporter');
  await reporter().failures.requestFailed(thrown, {
    ...request,
    route: context.routePath,
    routeType: context.routeType,
  });
};
