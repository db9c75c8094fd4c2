import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordIsMissing, recordWasRead } from '../internals/build/built-documents.js';
import { distFolder } from '../internals/server/dist-folder.js';
import type { Permissions } from './content-security-policy.js';

/**
 * The inline scripts that a build found in its documents and in its code. Those of a document that a server cached later may come
 * from anybody.
 */
export type BuiltCode = {
  /** Sources for a policy: of scripts that are neither Next's nor React's, the most frequent ones first. */
  scripts: readonly string[];
  /** Whether a page that the router shows may have pictures by `data:` URLs. */
  dataImages: boolean;
  /** Of documents that a server sends as they were built, by their hashes: it has no need to read them. */
  documents: Readonly<Record<string, Permissions>>;
};

/**
 * How many scripts are on the policy of every page. Proxies take a response's head of some kilobytes only, and a site may have a
 * script of its own in each of a thousand pages.
 */
export const maxOfEveryPage = 20;

/** Where a build keeps it. */
export function builtCodeFile(distFolder: string): string {
  return join(distFolder, 'server/built-code.json');
}

/** Reads the record of the running server's build. Without one all documents are read, and scripts of the team are not known. */
export function readBuiltCode(): BuiltCode {
  const file = builtCodeFile(distFolder());
  if (existsSync(file)) {
    recordWasRead();
    return JSON.parse(readFileSync(file, 'utf8')) as BuiltCode;
  }
  recordIsMissing();
  return { scripts: [], dataImages: false, documents: {} };
}
