import { hostname } from 'node:os';
import { createStackParser, linkedErrorsIntegration, rewriteFramesIntegration, type Client } from '#sentry/core';
import { nodeStackLineParser } from '#sentry/core/server';
import { startSdkClient, type SdkSettings } from './sdk-client.js';

/** Its events are what the SDK's Node client would make of the same errors, but for the module of a frame, which repeats its file. */
export function startServerSdk(settings: SdkSettings): Client {
  return startSdkClient({
    ...settings,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    serverName: process.env.SENTRY_NAME || hostname(),
    stackParser: createStackParser(nodeStackLineParser()),
    integrations: [
      linkedErrorsIntegration(),
      rewriteFramesIntegration({
        // The name in the uploaded source maps has no folder. The development server finds a file by its path.
        iteratee: (frame) =>
          process.env.NODE_ENV === 'development'
            ? frame
            : { ...frame, filename: frame.filename?.replace(/^.*\/\.next(?=\/)/, 'app:///_next') },
      }),
    ],
  });
}
