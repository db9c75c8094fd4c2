import { getClient, getDefaultCurrentScope } from '@sentry/core';
import { init } from '@sentry/nextjs';
import { sdkOptions } from '../sdk-options';
import type { SdkSettings } from './sdk-client';

/**
 * Initialises the SDK under the development server, for the one thing that only its `init` sets up: an event processor that
 * asks Next for the source of each stack frame, in the events of every client. A team's own `init` has set it up already.
 */
export function initDevelopmentSdk(settings: SdkSettings): void {
  if (getClient() !== undefined) return;
  init({
    ...sdkOptions,
    ...settings,
    defaultIntegrations: false,
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false, // For tracing: a hook into every module, and a line on the console.
  });
  getDefaultCurrentScope().setClient(undefined); // Ours takes the place of its client.
}
