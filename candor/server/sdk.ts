import { applySdkMetadata } from '@sentry/core';
import * as Sentry from '@sentry/nextjs';
import { captureWith } from './capture';
import { renameFrameFile, sdkOptions } from '../sdk-options';
import type { StartServerSdk } from './start-node';

/** Makes the server's SDK with what errors need. It is a client of its own, so that nothing in the process is wrapped. */
export const startServerSdk: StartServerSdk = (some) => {
  const options = {
    ...sdkOptions,
    ...some,
    stackParser: Sentry.defaultStackParser,
    integrations: [
      Sentry.linkedErrorsIntegration(),
      Sentry.rewriteFramesIntegration({
        iteratee: renameFrameFile((file) => file.replace(/^.*\/\.next(?=\/)/, 'app:///_next')),
      }),
    ],
  };
  if (process.env.NODE_ENV === 'development') {
    // Only `init` sets up what finds the source of a stack frame.
    const client = Sentry.init({ ...options, defaultIntegrations: false, enableOpenTelemetrySetup: false });
    if (client) return captureWith(client);
  }
  applySdkMetadata(options, 'nextjs', ['nextjs', 'node']);
  const client = new Sentry.NodeClient(options);
  client.init();
  return captureWith(client);
};
