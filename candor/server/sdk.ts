import { applySdkMetadata } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { renameFrameFile, sdkOptions } from '../sdk-options';
import { captureWithClient } from './capture';
import type { StartServerSdk } from './start-node';

/** Starts the server's SDK, for errors only. It is a client of its own, so that nothing in the process is wrapped. */
export const startServerSdk: StartServerSdk = (given) => {
  const options = {
    ...sdkOptions,
    ...given,
    stackParser: Sentry.defaultStackParser,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      Sentry.rewriteFramesIntegration({
        iteratee: renameFrameFile((file) => file.replace(/^.*\/\.next(?=\/)/, 'app:///_next')),
      }),
    ],
  };
  if (process.env.NODE_ENV === 'development') {
    // Only `init` sets up the integration that finds the source of a stack frame.
    const client = Sentry.init({ ...options, defaultIntegrations: false, enableOpenTelemetrySetup: false });
    if (client) return captureWithClient(client);
  }
  applySdkMetadata(options, 'nextjs', ['nextjs', 'node']);
  const client = new Sentry.NodeClient(options);
  client.init();
  return captureWithClient(client);
};
