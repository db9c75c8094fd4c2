import type { Client, Event, EventHint, Scope, ScopeData } from '#sentry/core';
import { attempt } from './patch.js';
import { carrierOfSdk, scopesOfSdk } from './sdk-scopes.js';

type Known = { eventId?: string; scopes: ScopeData[] | undefined };

type Observer = {
  reportOnce: (thrown: unknown, noticedBy: 'sdk', known: Known & { handled: true }) => unknown;
  /** A message, feedback, or an event of the caller's own. */
  report: (made: Known & { event: Event }) => unknown;
};

/** Observes this page's captures with the SDK, which finds this client in its scope. One of the application's own replaces it. */
export function observeSdkCalls({ reportOnce, report }: Observer): void {
  const known = (scope: Scope, { event_id: eventId, captureContext }: EventHint) => ({
    eventId,
    scopes: scopesOfSdk(scope.clone().update(captureContext)),
  });
  const methods = {
    captureException: (thrown: unknown, hint: EventHint, scope: Scope) =>
      reportOnce(thrown, 'sdk', { ...known(scope, hint), handled: true }),
    captureMessage: (message: unknown, level: Event['level'] = 'info', hint: EventHint, scope: Scope) =>
      methods.captureEvent({ message: String(message), level }, hint, scope),
    captureEvent: (event: Event, hint: EventHint, scope: Scope) => report({ event, ...known(scope, hint) }),
  };
  // The SDK reads the fields of its options and asks whether there is a transport. Awaited, it must not look like a promise.
  const other = (name: string | symbol) => (/Options$|Transport$/.test(String(name)) ? {} : undefined);
  const client = new Proxy(methods as unknown as Record<string | symbol, ((...call: unknown[]) => void) | undefined>, {
    get: (own, name) =>
      name !== 'then' &&
      ((...call: unknown[]) => attempt('sdk-calls', () => (own[name] ? own[name](...call) : other(name)))),
  }) as unknown as Client;

  attempt('sdk-calls', () => {
    const carrier = carrierOfSdk();
    let current = carrier.defaultCurrentScope;
    Object.defineProperty(carrier, 'defaultCurrentScope', {
      configurable: true, // `next dev` may run this again.
      get: () => current,
      set(scope: Scope) {
        current = scope;
        attempt('sdk-calls', () => scope.setClient(client));
      },
    });
  });
}
