import { serializeEnvelope, type Envelope as SdkEnvelope, type ErrorEvent, type Transport } from '#sentry/core';
import type { Delivery } from '../delivery/delivery.js';
import { BodyError, buildField, openEnvelope, writtenEnvelope, type Envelope } from '../envelope/envelope.js';
import { maxEventBytes } from '../envelope/envelope-size.js';
import { withTimeout } from '../shared/with-timeout.js';

/** The SDK hands an event over at once, or never: an event processor may have dropped it. */
const keptTimeoutMs = 2_000;

export type ServerTransport = Transport & {
  /** Resolves when the event is kept, on disk if possible. It resolves after 2 s in any case. */
  whenKept(eventId: string): Promise<void>;
  /** Drops an event that the SDK will not hand over. */
  giveUp(eventId: string, reason: string): void;
};

/** Hands the SDK's events to the delivery that browsers' events use. Without a `buildId`, frames stay as they are. */
export function createServerTransport(delivery: Pick<Delivery, 'submit' | 'drop'>, buildId?: string): ServerTransport {
  const waiting = new Map<string, () => void>();

  function giveUp(eventId: string, reason: string) {
    delivery.drop(eventId, reason);
    waiting.get(eventId)?.();
  }

  return {
    async send(envelope) {
      try {
        const written = write(envelope, buildId);
        await delivery.submit(written);
        waiting.get(written.eventId)?.();
      } catch (error) {
        if (!(error instanceof BodyError) || !('event_id' in envelope[0])) throw error;
        giveUp(String(envelope[0].event_id), error.message); // Larger than any service takes, most likely.
      }
      return {};
    },
    flush: () => Promise.resolve(true), // Events that were sent are on disk.

    async whenKept(eventId) {
      await withTimeout(new Promise<void>((resolve) => waiting.set(eventId, resolve)), keptTimeoutMs);
      waiting.delete(eventId);
    },
    giveUp,
  };
}

/** One event is not read again: the SDK and our rules have made it. */
function write([header, items]: SdkEnvelope, buildId: string | undefined): Envelope {
  const named = buildId === undefined ? { ...header } : { ...header, [buildField]: buildId };
  const bytes = bytesOf([named, items] as SdkEnvelope);
  const [[itemHeader, event] = [], ...others] = items;
  const isEvent = others.length === 0 && itemHeader?.type === 'event' && bytes.byteLength <= maxEventBytes;
  const eventId = isEvent && (event as ErrorEvent).event_id;
  return typeof eventId === 'string' ? writtenEnvelope(eventId, named, bytes) : openEnvelope(bytes);
}

function bytesOf(envelope: SdkEnvelope): Uint8Array {
  const serialized = serializeEnvelope(envelope);
  return typeof serialized === 'string' ? Buffer.from(serialized) : serialized;
}
