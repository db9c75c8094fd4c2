import { init } from '@sentry/nextjs';
import { sdkOptions } from '../sdk-options';
import type { SdkSettings } from './start-node';

/**
 * Initialises the SDK under the development server, for the one thing that only its `init` sets up: an event processor that
 * asks Next for the source of each stack frame, in the events of every client.
 */
export function initDevelopmentSdk(settings: SdkSettings): void {
  init({
    ...sdkOptions,
    ...settings,
    defaultIntegrations: false,
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false, // For tracing: a hook into every module, and a line on the console.
  });
}
