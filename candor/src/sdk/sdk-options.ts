import type { Client } from '#sentry/core';
import { scrubEvent } from '../scrubbing/scrub-event.js';

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
