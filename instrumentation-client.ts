import { recordNavigation, startReporting } from './candor/browser/start';

startReporting(async () => (await import('./sentry.client.config')).startBrowserSdk);

export const onRouterTransitionStart = recordNavigation;
