import { leaveRequest } from './http/request-context.js';

export { onRequestError, sourceStack } from './start/next-hooks.js';

/** The hook of that name in `instrumentation.ts`, which can re-export both: `export { onRequestError, register } from …`. */
export async function register(): Promise<void> {
  leaveRequest(); // First: what is set at the start is not that request's.
  // Both runtimes compile this file, so the code of each is imported behind the runtime's name.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { registerNode } = await import('./register-node.js');
    await registerNode({
      loadOptions: () => import('#options/server'),
      loadMessages: () => import('#messages'),
    });
  }
  if (process.env.NEXT_RUNTIME === 'edge') {
    const { startEdge } = await import('./start/start-edge.js');
    const { startEdgeSdk } = await import('./sdk/edge-sdk.js');
    const { default: options } = await import('#options/edge');
    await startEdge(startEdgeSdk, options);
  }
}
