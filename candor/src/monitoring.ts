import { createHandlers } from './monitoring/handlers.js';
import { nodeContext } from './start/server-context.js';
import { sharedProcess } from './start/shared-process.js';

// The handlers of the tunnel's route, `app/monitoring/route.ts`: `export * from 'candor/monitoring'`.

export const { GET, POST, DELETE, OPTIONS, PATCH, PUT } = createHandlers(nodeContext, sharedProcess);
