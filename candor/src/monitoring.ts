import { createHandlers } from './monitoring/handlers.js';
import { nodeContext } from './start/server-context.js';
import { sharedProcess } from './start/shared-process.js';

// The handlers of the tunnel's route, `app/monitoring/route.ts`: `export * from 'candor/monitoring'`.

const handlers = createHandlers(nodeContext, sharedProcess);
export const GET = handlers.GET;
export const POST = handlers.POST;
export const DELETE = handlers.DELETE;
export const OPTIONS = handlers.OPTIONS;
export const PATCH = handlers.PATCH;
export const PUT = handlers.PUT;
