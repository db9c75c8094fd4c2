import * as Sentry from '@sentry/nextjs';
import { captureRequestError } from './app/_reporting/capture-request-error';
import { only, sdkOptions } from './app/_reporting/sdk-options';
import type { StartEdgeSdk } from './app/_reporting/start-edge';

/** Starts the SDK of the edge runtime, which sends by itself: disk and process are out of its reach. */
export const startEdgeSdk: StartEdgeSdk = (options) => {
  Sentry.init({
    ...sdkOptions,
    ...options,
    integrations: only('FunctionToString', 'LinkedErrors'),
  });
  return captureRequestError;
};
