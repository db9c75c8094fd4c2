// Turbopack ignores this file by name; instrumentation-client.ts imports it.
export { startBrowserSdk } from './candor/src/browser/sdk';
