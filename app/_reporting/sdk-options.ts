import type { Client } from '@sentry/core';
import { release } from './release';
import { scrubEvent } from './scrub-event';

// With every category required, so that one that comes with a later version does not compile until it is named.
type DataCollection = ReturnType<Client['getDataCollectionOptions']>;

/** What the three SDKs have in common: Candor reports errors, measures nothing, and collects nothing about anybody. */
export const sdkOptions = {
  release,
  sendClientReports: false,
  beforeSend: scrubEvent,
  // Version 11 collects all of this by default; what it could collect is named here to the last.
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
    frameContextLines: 5, // Of the code, not of anybody's data.
  } satisfies DataCollection,
};

/** Keeps the named ones of the integrations that an SDK would set up by itself. */
export function only<Integration extends { name: string }>(...names: string[]) {
  return (defaults: Integration[]): Integration[] => defaults.filter(({ name }) => names.includes(name));
}
