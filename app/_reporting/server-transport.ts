import { serializeEnvelope, type Transport } from '@sentry/core';
import type { Delivery } from '../_delivery/delivery';
import { openEnvelope } from '../_delivery/envelope';

/** The server SDK's transport: the same way that a browser's envelope takes, so that both are counted and logged alike. */
export function createServerTransport(delivery: Delivery): Transport {
  const underWay = new Set<Promise<unknown>>();

  async function send(bytes: Uint8Array): Promise<{ statusCode?: number }> {
    const envelope = openEnvelope(bytes);
    const outcome = await delivery.deliver(envelope);
    if (outcome.state === 'refused') delivery.drop(envelope, outcome.reason);
    return outcome.state === 'sent' ? { statusCode: 200 } : {};
  }

  return {
    send(envelope) {
      const serialized = serializeEnvelope(envelope);
      const sending = send(typeof serialized === 'string' ? Buffer.from(serialized) : serialized);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    async flush() {
      await Promise.allSettled(underWay);
      return true;
    },
  };
}
