export { startServerSdk } from './candor/server/sdk';
