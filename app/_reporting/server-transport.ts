import { serializeEnvelope, type Transport } from '@sentry/core';
import type { Delivery } from '../_delivery/delivery';
import { openEnvelope } from '../_delivery/envelope';

/** The server SDK's transport: the same way that a browser's envelope takes, so that both are counted and logged alike. */
export function createServerTransport({ submit }: Pick<Delivery, 'submit'>): Transport {
  return {
    async send(envelope) {
      const serialized = serializeEnvelope(envelope);
      await submit(openEnvelope(typeof serialized === 'string' ? Buffer.from(serialized) : serialized));
      return {};
    },
    flush: () => Promise.resolve(true), // What was submitted is on disk.
  };
}
