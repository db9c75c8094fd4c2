import { browserReporter } from './candor/browser/reporter';
import { startReporting } from './candor/browser/start';

export const onRouterTransitionStart = browserReporter.recordNavigation;

// Not for Next, but for the bundler: every page loads this screen, which needs no file of its own here, and compresses better.
export * as errorScreen from './app/global-error';

startReporting(
  () => import('./sentry.client.config'),
  () => import('./candor/screens/outage-notice'),
);
