import { withIsolationScope, type Client } from '@sentry/core';
import type { Delivery } from '../delivery/delivery';
import { scrubFeedback } from '../scrubbing/scrub-event';
import type { CaptureFailure } from './failure-reporter';
import type { ServerTransport } from './transport';

/**
 * Captures failures of the server with this client. Each event's id is the digest that the visitor was shown.
 * @param drop is called with the id of an event that the client does not send, and the reason
 */
export function captureWithClient(shared: Client, drop?: (eventId: string, reason: string) => void): CaptureFailure {
  return (thrown, eventId, { transaction, tags, request, isHandled, scopes, repeat }) => {
    if (hasSdkMark(thrown)) throw new AlreadyCaptured();
    const client = drop ? hearingDrops(shared, (reason) => drop(eventId, reason)) : shared;
    const scope = scopes.current.clone();
    scope.setClient(client);
    if (transaction !== undefined) scope.setTransactionName(transaction);
    scope.setTags(tags);
    if (request) scope.addEventProcessor((event) => ({ ...event, request }));
    scope.addEventProcessor((event) => (event.type === 'feedback' ? scrubFeedback(event) : event)); // No `beforeSend` for it.
    // The client takes the scope of the request from the SDK's context, at once.
    withIsolationScope(scopes.isolation, () => {
      if (repeat) repeat(client, eventId, scope);
      else scope.captureException(thrown, { event_id: eventId, mechanism: { handled: isHandled, type: 'candor' } });
    });
  };
}

/**
 * This client, for one event. The client does not tell which event it has dropped, as when a team's event processor returns
 * `null`, so the one that is asked for this event hears of it.
 */
function hearingDrops(client: Client, dropped: (reason: string) => void): Client {
  const recordDroppedEvent: Client['recordDroppedEvent'] = (reason) =>
    dropped(reason === 'event_processor' ? 'an event processor dropped it' : `the SDK dropped it: ${reason}`);
  return Object.create(client, { recordDroppedEvent: { value: recordDroppedEvent } }) as Client;
}

/** Why an event was not made: a client of the SDK, as a team's own, has one of this error, and the SDK makes no second one. */
class AlreadyCaptured extends Error {
  override message = 'the SDK has captured it already';
}

/** The SDK marks what a client has captured. What Candor itself has captured does not come here again: captured-failures.ts. */
function hasSdkMark(thrown: unknown): boolean {
  try {
    return Boolean((thrown as { __sentry_captured__?: unknown }).__sentry_captured__);
  } catch {
    return false; // `null`, `undefined`, or a proxy that throws.
  }
}

/**
 * Captures with an SDK that is loaded by `load`, or at the first failure if that comes first. A capture resolves when the
 * event is kept; an event that cannot be captured is dropped, and logged.
 */
export function captureWhenLoaded(options: {
  startSdk: () => Promise<CaptureFailure>;
  /** The transport of that SDK. */
  transport: Pick<ServerTransport, 'whenKept' | 'giveUp'>;
  delivery: Pick<Delivery, 'trackCapture'>;
}) {
  const { startSdk, transport, delivery } = options;
  let started: Promise<CaptureFailure> | undefined;

  async function start(): Promise<CaptureFailure> {
    try {
      return await (started ??= startSdk());
    } catch (error) {
      started = undefined; // The next failure tries again.
      throw error;
    }
  }

  async function captureAndKeep(...failure: Parameters<CaptureFailure>): Promise<void> {
    const [, eventId] = failure;
    try {
      const captureNow = await start();
      const kept = transport.whenKept(eventId);
      await captureNow(...failure);
      await kept;
    } catch (error) {
      transport.giveUp(eventId, error instanceof AlreadyCaptured ? error.message : 'the reporter failed');
      throw error;
    }
  }

  return {
    capture(...failure: Parameters<CaptureFailure>): Promise<void> {
      const capturing = captureAndKeep(...failure);
      delivery.trackCapture(failure[1], capturing);
      return capturing;
    },
    async load(): Promise<void> {
      await start();
    },
  };
}
