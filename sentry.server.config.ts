export { startServerSdk } from './candor/src/server/sdk';
