import * as Sentry from '@sentry/nextjs';
import type { Capture } from './failures';

/** Captures a failure of the server under the id that its visitor was given as its digest. */
export const capture: Capture = (thrown, eventId, { transaction, tags, request }) => {
  Sentry.withScope((scope) => {
    scope.setTransactionName(transaction);
    scope.setTags(tags);
    if (request) scope.addEventProcessor((event) => ({ ...event, request }));
    Sentry.captureException(thrown, { event_id: eventId, mechanism: { handled: false, type: 'candor' } });
  });
};
