import * as Sentry from '@sentry/nextjs';
import { dsn } from './dsn';

Sentry.init({
  dsn,
  integrations: [Sentry.replayIntegration()],
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
});

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;
