import * as Sentry from '@sentry/nextjs';
import { sdkOptions } from '../sdk-options';
import { captureWithClient } from './capture';
import type { StartEdgeSdk } from './start-edge';

/** Starts the SDK of the edge runtime. Each event is sent before the hook returns: the runtime may end with the request. */
export const startEdgeSdk: StartEdgeSdk = (options) => {
  Sentry.init({
    ...sdkOptions,
    ...options,
    defaultIntegrations: false,
    integrations: [Sentry.linkedErrorsIntegration()],
  });
  const client = Sentry.getClient();
  if (client === undefined) throw new Error('The SDK of the edge runtime has not started.');
  const capture = captureWithClient(client);
  return async (...failure) => {
    await capture(...failure);
    await client.flush(2_000);
  };
};
