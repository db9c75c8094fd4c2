import { createHandlers } from './server/monitoring.js';
import { nodeContext } from './server/server-context.js';
import { sharedProcess } from './server/shared-process.js';

/** The handlers of the tunnel's route, `app/monitoring/route.ts`: `export * from 'candor/monitoring'`. */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = createHandlers(nodeContext, sharedProcess);
