import { getClient, getDefaultCurrentScope, type Client } from '@sentry/core';
import { init } from '@sentry/nextjs';
import { sdkOptions } from '../sdk-options';
import { runInContext } from './request-context';
import { isolateRequests } from './scopes';
import type { SdkSettings } from './start-node';

/**
 * Initialises the SDK under the development server, for the one thing that only its `init` sets up: an event processor that
 * asks Next for the source of each stack frame, in the events of every client. A team's own `init` has set it up already.
 */
export function initDevelopmentSdk(settings: SdkSettings): void {
  const scope = getDefaultCurrentScope();
  const forwarding = scope['_client'] as Client | undefined;
  runInContext(undefined, () => {
    if (getClient() !== undefined) return;
    init({
      ...sdkOptions,
      ...settings,
      defaultIntegrations: false,
      enableOpenTelemetrySetup: false,
      enableRuntimeChannelInjection: false, // For tracing: a hook into every module, and a line on the console.
    });
    // `init` put its own client and its own scopes in their place.
    scope.setClient(undefined);
    if (forwarding) isolateRequests(forwarding);
  });
}
