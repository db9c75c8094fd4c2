import { browserReporter } from './candor/src/browser/reporter';
import { startReporting } from './candor/src/browser/start';

export const onRouterTransitionStart = browserReporter.recordNavigation;

// Not for Next, but for the bundler: every page loads this screen, which needs no file of its own here, and compresses better.
export * as errorScreen from './app/global-error';

startReporting(
  () => import('./sentry.client.config'),
  () => import('./candor/src/screens/outage-notice'),
);
