import { applySdkMetadata } from '@sentry/core';
import { ServerRuntimeClient, type ServerRuntimeClientOptions } from '@sentry/core/server';
import { sdkOptions } from '../sdk-options';

/**
 * Starts a client of the SDK's core, for errors only. The clients that `@sentry/nextjs` has for servers make the same events,
 * but are made for tracing: loading them takes 1.4 MB of code, a hook into every module, and a thread.
 */
export function startSdkClient(
  options: Omit<ServerRuntimeClientOptions, keyof typeof sdkOptions>,
): ServerRuntimeClient {
  const allOptions = { ...sdkOptions, ...options };
  applySdkMetadata(allOptions, 'nextjs', ['nextjs', 'core']);
  const client = new ServerRuntimeClient(allOptions);
  client.init();
  return client;
}
