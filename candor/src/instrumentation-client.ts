import reactDom from 'react-dom/client';
import { browserReporter, listen } from './browser/reporter.js';

// What `instrumentation-client.ts` re-exports for Next: `export * from …`.
export const onRouterTransitionStart: (to: string) => void = browserReporter.recordNavigation;

listen(
  reactDom,
  () => import('./browser/sdk.js'),
  () => import('./screens/outage-notice.js'),
);
