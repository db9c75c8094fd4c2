// Turbopack ignores this file by name; instrumentation-client.ts imports it.
export { startBrowserSdk } from 'candor/dist/browser/sdk';
