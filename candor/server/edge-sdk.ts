import { createStackParser, linkedErrorsIntegration } from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import { captureWithClient } from './capture';
import { startSdkClient } from './sdk-client';
import type { StartEdgeSdk } from './start-edge';

/** Starts the SDK of the edge runtime. Each event is sent before the hook returns: the runtime may end with the request. */
export const startEdgeSdk: StartEdgeSdk = (settings) => {
  const client = startSdkClient({
    ...settings,
    platform: 'javascript',
    runtime: { name: 'vercel-edge' },
    serverName: process.env.SENTRY_NAME,
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [linkedErrorsIntegration()],
  });
  const capture = captureWithClient(client);
  return async (...failure) => {
    await capture(...failure);
    await client.flush(2_000);
  };
};
