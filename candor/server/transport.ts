import { serializeEnvelope, type Transport } from '@sentry/core';
import type { Delivery } from '../delivery/delivery';
import { EnvelopeError, openEnvelope } from '../delivery/envelope';

/** The server SDK's transport: the same way that a browser's envelope takes, so that both are counted and logged alike. */
export function createServerTransport({ submit, giveUp }: Pick<Delivery, 'submit' | 'giveUp'>): Transport {
  return {
    async send(envelope) {
      const serialized = serializeEnvelope(envelope);
      try {
        await submit(openEnvelope(typeof serialized === 'string' ? Buffer.from(serialized) : serialized));
      } catch (error) {
        if (!(error instanceof EnvelopeError) || !('event_id' in envelope[0])) throw error;
        giveUp(String(envelope[0].event_id), error.message); // Larger than any service takes, most likely.
      }
      return {};
    },
    flush: () => Promise.resolve(true), // What was submitted is on disk.
  };
}
