import { serializeEnvelope, type Transport } from '@sentry/core';
import { classifyResponse, classifyNoResponse, type SendResult } from '../delivery/service-response';
import type { Dsn } from '../delivery/dsn';
import type { Log } from '../log-messages';

const timeoutMs = 5_000;

/**
 * The edge SDK's transport posts to the service directly, since this runtime can reach neither disk nor process. The SDK's
 * own transport resolves `flush()` before it has sent anything.
 */
export function createEdgeTransport({ envelopeUrl }: Dsn, log: Log): Transport {
  const inFlight = new Set<Promise<unknown>>();

  async function post(body: string | Uint8Array<ArrayBuffer>): Promise<SendResult> {
    try {
      const response = await fetch(envelopeUrl, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-sentry-envelope' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return classifyResponse({ status: response.status, body: await response.text() });
    } catch (error) {
      return classifyNoResponse(error, timeoutMs);
    }
  }

  return {
    send(envelope) {
      const event = 'event_id' in envelope[0] ? envelope[0].event_id : undefined;
      const sending = post(serializeEnvelope(envelope) as string | Uint8Array<ArrayBuffer>).then((outcome) => {
        if (outcome.state === 'sent') return {};
        const { status, reason, detail } = outcome;
        log.warn({ event, status, reason, detail }, 'event not delivered');
        return {};
      });
      inFlight.add(sending);
      return sending.finally(() => inFlight.delete(sending));
    },
    async flush() {
      await Promise.allSettled(inFlight);
      return true;
    },
  };
}
