import type { Logger } from 'pino';
import type { Dsn } from './dsn';
import { addressEnvelope, type Envelope } from './envelope';
import { createLedger, type DeliveryCounters, type EventState } from './ledger';
import type { Outcome, Relay } from './relay';

/** The one way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export type Delivery = {
  /** Tries once. What is `refused` stays with the sender: a browser repeats it, `drop` ends it. */
  deliver(envelope: Envelope): Promise<Outcome>;
  /** Records that nobody will try this envelope again. */
  drop(envelope: Envelope, reason: string): void;
  counters(): DeliveryCounters;
  stateOf(eventId: string): EventState;
};

export function createDelivery({ dsn, relay, log }: { dsn: Dsn; relay: Relay; log: Logger }): Delivery {
  const ledger = createLedger();
  return {
    async deliver(envelope) {
      const { eventId } = envelope;
      ledger.record(eventId, { state: 'sending' });
      const outcome = await relay(dsn.envelopeUrl, addressEnvelope(envelope, dsn));
      if (outcome.state !== 'refused') ledger.record(eventId, outcome);
      if (outcome.state !== 'sent') {
        const { status, reason, detail } = outcome;
        log.warn({ event: eventId, status, reason, detail }, 'event not delivered');
      }
      return outcome;
    },
    drop: (envelope, reason) => ledger.record(envelope.eventId, { state: 'dropped', reason }),
    counters: () => ledger.counters,
    stateOf: ledger.stateOf,
  };
}
