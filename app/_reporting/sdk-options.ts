import { release } from './release';

/** What the three SDKs have in common: Candor reports errors, measures nothing, and collects nothing about anybody. */
export const sdkOptions = {
  release,
  sendClientReports: false,
  // Version 11 collects all of this by default.
  dataCollection: {
    userInfo: false,
    cookies: false,
    httpHeaders: false,
    httpBodies: [],
    urlQueryParams: false,
    graphQL: { document: false, variables: false },
    genAI: { inputs: false, outputs: false },
    databaseQueryData: false,
    queues: false,
    stackFrameVariables: false,
  },
};

/** Keeps the named ones of the integrations that an SDK would set up by itself. */
export function only<Integration extends { name: string }>(...names: string[]) {
  return (defaults: Integration[]): Integration[] => defaults.filter(({ name }) => names.includes(name));
}
