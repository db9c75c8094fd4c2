import { applySdkMetadata, type Client, type Transport } from '#sentry/core';
import { ServerRuntimeClient, type ServerRuntimeClientOptions } from '#sentry/core/server';
import { sdkOptions } from './sdk-options.js';

/** Without `dsn` and `transport` reporting is off: the client sends nothing. */
export type SdkSettings = { environment: string; release?: string; dsn?: string; transport?: () => Transport };

export type StartSdk = (settings: SdkSettings) => Client | Promise<Client>;

type Options = Omit<ServerRuntimeClientOptions, keyof typeof sdkOptions | keyof SdkSettings> & SdkSettings;

const noTransport = () => ({ send: () => Promise.resolve({}), flush: () => Promise.resolve(true) });

/** The clients that `@sentry/nextjs` has for servers make the same events, but take 1.4 MB of code, a hook into every module, and a thread. */
export function startSdkClient(options: Options): Client {
  const allOptions = { ...sdkOptions, transport: noTransport, ...options };
  applySdkMetadata(allOptions, 'nextjs', ['nextjs', 'core']);
  const client = new ServerRuntimeClient(allOptions);
  client.init();
  return client;
}
