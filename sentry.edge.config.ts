export { startEdgeSdk } from './candor/src/server/edge-sdk';
