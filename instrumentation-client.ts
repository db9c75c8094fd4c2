import { startReporting } from './candor/browser/start';

export { recordNavigation as onRouterTransitionStart } from './candor/browser/breadcrumbs';

startReporting(async () => (await import('./sentry.client.config')).startBrowserSdk);
