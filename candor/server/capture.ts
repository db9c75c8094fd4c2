import { Scope, type Client } from '@sentry/core';
import type { Delivery } from '../delivery/delivery';
import type { CaptureFailure } from './failure-reporter';
import type { ServerTransport } from './transport';

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
      transport.giveUp(eventId, 'the reporter failed');
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
