import { leaveRequest } from './http/request-context.js';

export { onRequestError } from './server/request-errors.js';

/** The hook of that name in `instrumentation.ts`, which can re-export both: `export { onRequestError, register } from …`. */
export async function register(): Promise<void> {
  leaveRequest(); // First: what is set at the start is not that request's.
  // Both runtimes compile this file, so the code of each is imported behind the runtime's name.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startNode } = await import('./server/start-node.js');
    const screens = await import('./screens/plain-screen.js');
    const { startServerSdk } = await import('./server/sdk.js');
    await startNode(startServerSdk, screens);
  }
  if (process.env.NEXT_RUNTIME === 'edge') {
    const { startEdge } = await import('./server/start-edge.js');
    const { startEdgeSdk } = await import('./server/edge-sdk.js');
    await startEdge(startEdgeSdk);
  }
}
