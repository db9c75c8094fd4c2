/** The handlers of the tunnel's route, `app/monitoring/route.ts`: `export * from 'candor/monitoring'`. */
export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from './server/monitoring.js';
