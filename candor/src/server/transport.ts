import { serializeEnvelope, type Transport } from '#sentry/core';
import type { Delivery } from '../delivery/delivery.js';
import { BodyError, buildField, openEnvelope } from '../envelope/envelope.js';
import { withTimeout } from '../shared/with-timeout.js';

/** The SDK hands an event over at once, or never: an event processor may have dropped it. */
const keptTimeoutMs = 2_000;

export type ServerTransport = Transport & {
  /** Resolves when the event is kept, on disk if possible. It resolves after 2 s in any case. */
  whenKept(eventId: string): Promise<void>;
  /** Drops an event that the SDK will not hand over. */
  giveUp(eventId: string, reason: string): void;
};

/**
 * The transport of the server's SDK. `buildId` goes into each envelope: another build's server may send it later. Its events go the same way as those of browsers, so both are counted and logged alike.
 */
export function createServerTransport(delivery: Pick<Delivery, 'submit' | 'drop'>, buildId?: string): ServerTransport {
  /** Ends the wait for an event, by its id. */
  const waiting = new Map<string, () => void>();

  function giveUp(eventId: string, reason: string) {
    delivery.drop(eventId, reason);
    waiting.get(eventId)?.();
  }

  return {
    async send(envelope) {
      try {
        const [header, items] = envelope;
        const named = buildId === undefined ? header : { ...header, [buildField]: buildId };
        const serialized = serializeEnvelope([named, items] as typeof envelope);
        const opened = openEnvelope(typeof serialized === 'string' ? Buffer.from(serialized) : serialized);
        await delivery.submit(opened);
        waiting.get(opened.eventId)?.();
      } catch (error) {
        if (!(error instanceof BodyError) || !('event_id' in envelope[0])) throw error;
        giveUp(String(envelope[0].event_id), error.message); // Larger than any service takes, most likely.
      }
      return {};
    },
    flush: () => Promise.resolve(true), // Events that were sent are on disk.

    async whenKept(eventId) {
      const kept = new Promise<void>((resolve) => waiting.set(eventId, resolve));
      await withTimeout(kept, keptTimeoutMs);
      waiting.delete(eventId);
    },
    giveUp,
  };
}
