import { openEnvelope } from '../../../candor/src/envelope/envelope';
import type { Relay } from '../../../candor/src/delivery/relay';
import type { SendResult } from '../../../candor/src/delivery/service-response';

export const sent: SendResult = { state: 'sent' };
export const notTaken: SendResult = { state: 'retry', status: 500, reason: 'the service responded with 500' };

/** A relay without a network: `respond` decides its results, and `attempts` has the events it was given, and when. */
export function recordingRelay(respond: (eventId: string) => SendResult | Promise<SendResult>) {
  const attempts: { eventId: string; at: number }[] = [];
  const relay: Relay = async (_, parts) => {
    const { eventId = '' } = openEnvelope(Buffer.concat(parts));
    attempts.push({ eventId, at: performance.now() });
    return respond(eventId);
  };
  return { attempts, relay, eventIds: () => attempts.map(({ eventId }) => eventId) };
}

/** A relay whose results the test gives later, by calling `held`, except for events to which `respond` gives one. */
export function holdingRelay(respond: (eventId: string) => SendResult | undefined = () => undefined) {
  const held: ((result: SendResult) => void)[] = [];
  const { relay } = recordingRelay(
    (eventId) => respond(eventId) ?? new Promise<SendResult>((resolve) => void held.push(resolve)),
  );
  return { held, relay };
}
