import { startReporting } from './candor/browser/start';

export { recordNavigation as onRouterTransitionStart } from './candor/browser/breadcrumbs';

// Not for Next, but for the bundler: every page loads the screen, and here it needs no chunks of its own and compresses better.
export { ApplicationErrorDocument } from './candor/screens/application-error';

startReporting(
  async () => (await import('./sentry.client.config')).startBrowserSdk,
  async () => (await import('./candor/screens/outage-notice')).hold,
);
