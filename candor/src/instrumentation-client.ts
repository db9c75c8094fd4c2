import { startReporting } from './browser/start.js';

// What `instrumentation-client.ts` re-exports for Next: `export * from …`.
export { recordNavigation as onRouterTransitionStart } from './browser/breadcrumbs.js';

startReporting(
  () => import('./browser/sdk.js'),
  () => import('./screens/outage-notice.js'),
);
