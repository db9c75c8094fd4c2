
import * as Sentry from "@sentry/nextjs";

Sentry.init({
  dsn: "https://key@o1.ingest.sentry.io/1",
  integrations: [Sentry.replayIntegration()],
  tracesSampleRate: 1,
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1.0,

  dataCollection: {
  },
});

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;
