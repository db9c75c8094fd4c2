import type { Dsn } from './dsn';
import { addressEnvelope, type Envelope } from './envelope';
import { createLedger, type DeliveryCounters, type EventState } from './ledger';
import type { Outcome } from './answer';
import type { Relay } from './relay';

/** The one way to the reporting service, for envelopes from browsers and from the server's own SDK alike. */
export type Delivery = {
  /** Records that this event is on its way here. */
  expect(eventId: string): void;
  /** Tries once. What is `refused` stays with the sender: a browser repeats it, `drop` ends it. */
  deliver(envelope: Envelope): Promise<Outcome>;
  /** Records that nobody will try this envelope again. */
  drop(envelope: Envelope, reason: string): void;
  counters(): DeliveryCounters;
  stateOf(eventId: string): EventState;
  /** What became of the latest event whose fate is known. */
  lastFinal(): EventState | undefined;
};

/** Where what happens to envelopes is written: one line an entry. */
export type DeliveryLog = { [level in 'info' | 'warn']: (fields: object, msg: string) => void };

export function createDelivery({ dsn, relay, log }: { dsn: Dsn; relay: Relay; log: DeliveryLog }): Delivery {
  const ledger = createLedger();
  return {
    expect: (eventId) => ledger.record(eventId, { state: 'sending' }),
    async deliver(envelope) {
      const { eventId } = envelope;
      ledger.record(eventId, { state: 'sending' });
      const outcome = await relay(dsn.envelopeUrl, addressEnvelope(envelope, dsn));
      if (outcome.state === 'sent') {
        ledger.record(eventId, { state: 'sent' });
      } else {
        const { status, reason, detail } = outcome;
        if (outcome.state === 'dropped') ledger.record(eventId, { state: 'dropped', reason });
        log.warn({ event: eventId, status, reason, detail }, 'event not delivered');
      }
      return outcome;
    },
    drop: (envelope, reason) => ledger.record(envelope.eventId, { state: 'dropped', reason }),
    counters: () => ledger.counters,
    stateOf: ledger.stateOf,
    lastFinal: ledger.lastFinal,
  };
}
