import { hostname } from 'node:os';
import { createStackParser, linkedErrorsIntegration, rewriteFramesIntegration } from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import { renameFrameFile } from '../rename-frame-file';
import { captureWithClient } from './capture';
import { moduleOfFile } from './frame-module';
import { startSdkClient } from './sdk-client';
import type { StartServerSdk } from './start-node';

/** Starts the SDK of the server process. Its events are what the SDK's Node client would make of the same errors. */
export const startServerSdk: StartServerSdk = async (settings, drop) => {
  if (process.env.NODE_ENV === 'development') {
    const { initDevelopmentSdk } = await import('./development-sdk');
    initDevelopmentSdk(settings);
  }
  const client = startSdkClient({
    ...settings,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    serverName: process.env.SENTRY_NAME || hostname(),
    stackParser: createStackParser(nodeStackLineParser((file) => file && moduleOfFile(file))),
    integrations: [
      linkedErrorsIntegration(),
      rewriteFramesIntegration({
        iteratee: renameFrameFile((file) => file.replace(/^.*\/\.next(?=\/)/, 'app:///_next')),
      }),
    ],
  });
  return captureWithClient(client, drop);
};
