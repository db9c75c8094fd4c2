import * as Sentry from '@sentry/nextjs';
import type { CaptureRequestError } from './request-failed';

/** Captures what failed a request, under the id that the visitor was given as its digest. */
export const captureRequestError: CaptureRequestError = (thrown, eventId, { method, path, route, routeType }) => {
  Sentry.withScope((scope) => {
    scope.setTransactionName(`${method} ${route}`);
    scope.setTags({ digest: eventId, route, route_type: routeType });
    scope.addEventProcessor((event) => ({ ...event, request: { method, url: path } }));
    Sentry.captureException(thrown, {
      event_id: eventId,
      mechanism: { handled: false, type: 'candor.request' },
    });
  });
};
