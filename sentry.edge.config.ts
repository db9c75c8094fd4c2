export { startEdgeSdk } from './candor/server/edge-sdk';
