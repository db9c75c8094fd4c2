import { startReporting } from './browser/start';

// What `instrumentation-client.ts` re-exports for Next: `export * from …`.
export { recordNavigation as onRouterTransitionStart } from './browser/breadcrumbs';

startReporting(
  () => import('./browser/sdk'),
  () => import('./screens/outage-notice'),
);
