import { applySdkMetadata, type Client, type Transport } from '#sentry/core';
import { ServerRuntimeClient, type ServerRuntimeClientOptions } from '#sentry/core/server';
import { scrubEvent } from '../scrubbing/scrub-event.js';

/** Without `dsn` and `transport` reporting is off: the client sends nothing. */
export type SdkSettings = { environment: string; release?: string; dsn?: string; transport?: () => Transport };

export type StartSdk = (settings: SdkSettings) => Client | Promise<Client>;

export const sdkOptions = {
  sendClientReports: false,
  transportOptions: { bufferSize: 10_000 }, // The SDK silently drops events beyond it, and the default of 64 is small for a burst.
  beforeSend: scrubEvent,
  // Version 11 collects all of this by default. A category that a later one adds does not compile until it is set here.
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: { request: false, response: false },
    httpBodies: [],
    urlQueryParams: false,
    graphQL: { document: false, variables: false },
    genAI: { inputs: false, outputs: false },
    databaseQueryData: false,
    queues: false,
    stackFrameVariables: false,
    frameContextLines: 0,
  } satisfies ReturnType<Client['getDataCollectionOptions']>,
};

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
