import { browserReporter } from './browser/reporter.js';
import { startReporting } from './browser/start.js';

// What `instrumentation-client.ts` re-exports for Next: `export * from …`.
export const onRouterTransitionStart: (to: string) => void = browserReporter.recordNavigation;

startReporting(
  () => import('./browser/sdk.js'),
  () => import('./screens/outage-notice.js'),
);
