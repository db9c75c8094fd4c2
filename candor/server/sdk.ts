import { hostname } from 'node:os';
import { createStackParser, linkedErrorsIntegration, rewriteFramesIntegration, type Client } from '@sentry/core';
import { nodeStackLineParser } from '@sentry/core/server';
import { renameFrameFile } from '../rename-frame-file';
import { moduleOfFile } from './frame-module';
import { startSdkClient, type SdkSettings } from './sdk-client';

/** Starts the client of the server process. Its events are what the SDK's Node client would make of the same errors. */
export async function startServerSdk(settings: SdkSettings): Promise<Client> {
  if (process.env.NODE_ENV === 'development') {
    const { initDevelopmentSdk } = await import('./development-sdk');
    initDevelopmentSdk(settings);
  }
  return startSdkClient({
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
}
