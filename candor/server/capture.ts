import { Scope, type Client } from '@sentry/core';
import type { CaptureFailure } from './failure-reporter';

/** Captures failures of the server with this client. Each event's id is the digest that the visitor was shown. */
export function captureWithClient(client: Client): CaptureFailure {
  return (thrown, eventId, { transaction, tags, request }) => {
    const scope = new Scope();
    scope.setClient(client);
    scope.setTransactionName(transaction);
    scope.setTags(tags);
    if (request) scope.addEventProcessor((event) => ({ ...event, request }));
    scope.captureException(thrown, { event_id: eventId, mechanism: { handled: false, type: 'candor' } });
  };
}
