import * as Sentry from '@sentry/nextjs';
import { captureWith } from './capture';
import { sdkOptions } from '../sdk-options';
import type { StartEdgeSdk } from './start-edge';

/** Starts the SDK of the edge runtime, which sends by itself, and at once: the runtime may end with the request. */
export const startEdgeSdk: StartEdgeSdk = (options) => {
  Sentry.init({
    ...sdkOptions,
    ...options,
    defaultIntegrations: false,
    integrations: [Sentry.linkedErrorsIntegration()],
  });
  const client = Sentry.getClient();
  if (client === undefined) throw new Error('The SDK of the edge runtime has not started.');
  const capture = captureWith(client);
  return async (...failure) => {
    await capture(...failure);
    await client.flush(2_000);
  };
};
