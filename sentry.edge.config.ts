export { startEdgeSdk } from 'candor/dist/server/edge-sdk';
