export { startServerSdk } from 'candor/dist/server/sdk';
