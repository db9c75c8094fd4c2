
import * as Sentry from "@sentry/nextjs";

Sentry.init({
  dsn: "https://key@o1.ingest.sentry.io/1",
  tracesSampleRate: 1,

  dataCollection: {
  },
});
