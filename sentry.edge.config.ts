import * as Sentry from '@sentry/nextjs';
import { capture } from './app/_reporting/capture';
import { only, sdkOptions } from './app/_reporting/sdk-options';
import type { StartEdgeSdk } from './app/_reporting/start-edge';

/** Starts the SDK of the edge runtime, which sends by itself, and at once: the runtime may end with the request. */
export const startEdgeSdk: StartEdgeSdk = (options) => {
  Sentry.init({
    ...sdkOptions,
    ...options,
    integrations: only('FunctionToString', 'LinkedErrors'),
  });
  return async (...failure) => {
    await capture(...failure);
    await Sentry.flush(2_000);
  };
};
