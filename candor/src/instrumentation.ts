import { leaveRequest } from './http/request-context.js';
import type { OwnStores } from './start/open-reporting.js';

export type { Category, Envelope, Source } from './envelope/envelope.js';
export type { Deployment, LimitWindow, ServiceState, Taken } from './outbox/deployment.js';
export type { Claimed, Lost, Outbox, OutboxEntry } from './outbox/outbox.js';
export type { EventState } from './shared/event-state.js';
export { onRequestError, sourceStack } from './start/next-hooks.js';

/**
 * The hook of that name in `instrumentation.ts`, which can re-export both: `export { onRequestError, register } from …`.
 * @param own stores on an engine of the team's own, in place of what `OUTBOX_DIR` or `OUTBOX_URL` would open. The edge runtime uses none.
 */
export async function register(own: OwnStores = {}): Promise<void> {
  leaveRequest(); // First: what is set at the start is not that request's.
  // Both runtimes compile this file, so the code of each is imported behind the runtime's name.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { registerNode } = await import('./register-node.js');
    await registerNode({
      own,
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
