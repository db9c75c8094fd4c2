import { getCurrentScope, getIsolationScope, type Client, type Event, type EventHint, type Scope } from '@sentry/core';
import { withTimeout } from '../delivery/with-timeout';
import { isEventId } from '../digest';
import { sdkOptions } from '../sdk-options';
import type { SdkCall, SdkSubject } from './sdk-call';
import { newDigest } from './shown-digest';

/**
 * A client for the SDK that forwards what a team or a library captures: `Sentry.captureException` and the like. It stands
 * where `Sentry.init` would put one, and needs neither the SDK's own client nor its code, which is loaded at a failure.
 * @param forward resolves when the event is kept
 */
export function createForwardingClient(forward: (call: SdkCall) => Promise<void>): Client {
  const inFlight = new Set<Promise<void>>();

  /** Forwards a call of `scope.captureException` and the like, which hands in the id that it returns. */
  function forwardCall(subject: SdkSubject, repeat: SdkCall['repeat'], hint?: EventHint, scope?: Scope): string {
    const asked = hint?.event_id?.replaceAll('-', '').toLowerCase(); // A UUID, if somebody made the id.
    const eventId = asked !== undefined && isEventId(asked) ? asked : newDigest();
    const scopes = { current: (scope ?? getCurrentScope()).clone(), isolation: getIsolationScope().clone() };
    const forwarding = forward({ eventId, scopes, repeat, ...subject }).finally(() => inFlight.delete(forwarding));
    inFlight.add(forwarding);
    return eventId;
  }

  async function flush(timeoutMs = 2_000): Promise<boolean> {
    await withTimeout(Promise.allSettled(inFlight), timeoutMs);
    return inFlight.size === 0;
  }

  // The compiler asks for every public member. The others are called by the SDK's own client only.
  const client: Pick<Client, keyof Client> = {
    ...unused,
    captureException: (thrown, hint, scope) =>
      forwardCall(
        { thrown },
        (real, event_id, on) => real.captureException(thrown, { ...hint, event_id }, on),
        hint,
        scope,
      ),
    captureMessage: (message, level, hint, scope) =>
      forwardCall(
        { message, severity: level },
        (real, event_id, on) => real.captureMessage(message, level, { ...hint, event_id }, on),
        hint,
        scope,
      ),
    captureEvent: (event, hint, scope) =>
      forwardCall(
        hint?.originalException === undefined ? subjectOf(event) : { thrown: hint.originalException },
        (real, event_id, on) => real.captureEvent({ ...event, event_id }, { ...hint, event_id }, on),
        { event_id: event.event_id, ...hint },
        scope,
      ),
    flush,
    close: flush,
  };
  return client as Client;
}

function subjectOf({ message, logentry, exception, type, level }: Event): SdkSubject {
  const [first] = exception?.values ?? [];
  return { message: message ?? logentry?.message ?? first?.value ?? type ?? 'event', severity: level };
}

/** Candor reports errors only: these serve sessions, traces, logs and integrations. */
const unused: Omit<
  Pick<Client, keyof Client>,
  'captureException' | 'captureMessage' | 'captureEvent' | 'flush' | 'close'
> = {
  getOptions: () => ({ ...sdkOptions, integrations: [], stackParser: () => [], transport: () => unusedTransport }),
  getDataCollectionOptions: () => sdkOptions.dataCollection,
  getDsn: () => undefined,
  getSdkMetadata: () => undefined,
  getTransport: () => unusedTransport, // Without one `Sentry.isEnabled()` would be false.
  getEventProcessors: () => [],
  getIntegrationByName: () => undefined,
  getIntegrationNames: () => [],
  eventFromException: () => Promise.resolve({}),
  eventFromMessage: () => Promise.resolve({}),
  on: () => () => {},
  emit: () => {},
  init: () => {},
  captureSession: () => {},
  addEventProcessor: () => {},
  addIntegration: () => {},
  sendEvent: () => {},
  sendSession: () => {},
  sendEnvelope: () => Promise.resolve({}),
  recordDroppedEvent: () => {},
  registerCleanup: () => {},
  dispose: () => {},
};

const unusedTransport = { send: () => Promise.resolve({}), flush: () => Promise.resolve(true) };
