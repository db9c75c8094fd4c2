import { Scope, type Client } from '@sentry/core';
import type { Capture } from './failure-reporter';

/** Captures failures of the server with this client, each under the id that its visitor was given as its digest. */
export function captureWith(client: Client): Capture {
  return (thrown, eventId, { transaction, tags, request }) => {
    const scope = new Scope();
    scope.setClient(client);
    scope.setTransactionName(transaction);
    scope.setTags(tags);
    if (request) scope.addEventProcessor((event) => ({ ...event, request }));
    scope.captureException(thrown, { event_id: eventId, mechanism: { handled: false, type: 'candor' } });
  };
}
