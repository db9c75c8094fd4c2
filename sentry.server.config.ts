import * as Sentry from '@sentry/nextjs';
import { capture } from './app/_reporting/capture';
import { only, sdkOptions } from './app/_reporting/sdk-options';
import type { StartServerSdk } from './app/_reporting/start-node';

/** Starts the server's SDK with what errors need, and nothing that wraps requests. */
export const startServerSdk: StartServerSdk = (options) => {
  Sentry.init({
    ...sdkOptions,
    ...options,
    enableOpenTelemetrySetup: false,
    enableRuntimeChannelInjection: false,
    integrations: only(
      'FunctionToString',
      'LinkedErrors',
      'ContextLines',
      'Context',
      'Modules',
      'DistDirRewriteFrames',
    ),
  });
  return capture;
};
