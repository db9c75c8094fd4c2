import { createStackParser, linkedErrorsIntegration, type Client } from '#sentry/core';
import { nodeStackLineParser } from '#sentry/core/server';
import { startSdkClient, type SdkSettings } from './sdk-client.js';

export function startEdgeSdk(settings: SdkSettings): Client {
  return startSdkClient({
    ...settings,
    platform: 'javascript',
    runtime: { name: 'vercel-edge' },
    serverName: process.env.SENTRY_NAME,
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [linkedErrorsIntegration()],
  });
}
