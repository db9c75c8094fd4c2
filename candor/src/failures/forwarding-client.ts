import { getCurrentScope, type Client, type Event, type EventHint, type Scope, type SeverityLevel } from '#sentry/core';
import { withTimeout } from '../shared/with-timeout.js';
import { isEventId } from '../shared/digest.js';
import type { CaptureContext } from './failure.js';
import { newDigest } from './shown-digest.js';

/** A call of the SDK by a team or a library, which has the event's id already. */
export type SdkCall = {
  eventId: string;
  scope: Scope;
  repeat: NonNullable<CaptureContext['repeat']>;
} & SdkSubject;

type SdkSubject = { thrown: unknown } | { message: string; severity: SeverityLevel | undefined };

/** This client, whose captures are logged, limited and delivered like other failures. `forward` resolves when the event is kept. */
export function createForwardingClient(client: Client, forward: (call: SdkCall) => Promise<void>): Client {
  const inFlight = new Set<Promise<void>>();

  function forwardCall(
    subject: SdkSubject,
    hint: EventHint | undefined,
    scope = getCurrentScope(),
    repeat: SdkCall['repeat'],
  ): string {
    const asked = hint?.event_id?.replaceAll('-', '').toLowerCase(); // It may be a UUID of the caller's.
    const eventId = asked !== undefined && isEventId(asked) ? asked : newDigest();
    const forwarding = forward({ eventId, scope, repeat, ...subject }).finally(() => inFlight.delete(forwarding));
    inFlight.add(forwarding);
    return eventId;
  }

  async function flush(timeoutMs = 2_000): Promise<boolean> {
    await withTimeout(Promise.allSettled(inFlight), timeoutMs);
    return inFlight.size === 0;
  }

  const forwarded: Partial<Client> = {
    captureException: (thrown, hint, scope) =>
      forwardCall({ thrown }, hint, scope, (real, event_id, on) =>
        real.captureException(thrown, { ...hint, event_id }, on),
      ),
    captureMessage: (message, severity, hint, scope) =>
      forwardCall({ message, severity }, hint, scope, (real, event_id, on) =>
        real.captureMessage(message, severity, { ...hint, event_id }, on),
      ),
    captureEvent: (event, hint, scope) =>
      forwardCall(subjectOf(event, hint), { event_id: event.event_id, ...hint }, scope, (real, event_id, on) =>
        real.captureEvent({ ...event, event_id }, { ...hint, event_id }, on),
      ),
    sendEnvelope: () => Promise.resolve({}), // Sessions, check-ins and the like: Candor reports errors only.
    flush,
    close: flush,
  };
  const own: Client = Object.create(client);
  return Object.assign(own, forwarded);
}

function subjectOf({ message, logentry, exception, type, level }: Event, hint: EventHint | undefined): SdkSubject {
  if (hint?.originalException !== undefined) return { thrown: hint.originalException };
  const [first] = exception?.values ?? [];
  return { message: message ?? logentry?.message ?? first?.value ?? type ?? 'event', severity: level };
}
