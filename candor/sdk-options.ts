import type { Client, StackFrame } from '@sentry/core';
import { release } from './release';
import { scrubEvent } from './scrubbing/scrub-event';

// With every category required, so that one that comes with a later version does not compile until it is named.
type DataCollection = ReturnType<Client['getDataCollectionOptions']>;

/** What the three SDKs have in common: Candor reports errors, measures nothing, and collects nothing about anybody. */
export const sdkOptions = {
  release,
  sendClientReports: false,
  transportOptions: { bufferSize: 10_000 }, // What exceeds it vanishes without a word, and 64 are few for a burst.
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
    frameContextLines: 0,
  } satisfies DataCollection,
};

/** Names the files of a stack as uploaded source maps do, whatever folder or host they stand in: `app:///_next/…`. */
export function appFrames(rename: (filename: string) => string) {
  return (frame: StackFrame): StackFrame => ({ ...frame, filename: frame.filename && rename(frame.filename) });
}
