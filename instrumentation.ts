import { leaveRequest } from './candor/src/http/request-context';

export { onRequestError } from './candor/src/server/request-errors';

// Both runtimes compile this file, so the code of each is imported behind the runtime's name.
export async function register(): Promise<void> {
  leaveRequest(); // First: what is set at the start is not that request's.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startNode } = await import('./candor/src/server/start-node');
    const screens = await import('./candor/src/screens/plain-screen');
    const { startServerSdk } = await import('./sentry.server.config');
    await startNode(startServerSdk, screens);
  }
  if (process.env.NEXT_RUNTIME === 'edge') {
    const { startEdge } = await import('./candor/src/server/start-edge');
    const { startEdgeSdk } = await import('./sentry.edge.config');
    await startEdge(startEdgeSdk);
  }
}
