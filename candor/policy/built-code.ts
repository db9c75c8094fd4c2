import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distFolder } from './dist-folder';
import type { Permissions } from './content-security-policy';

/**
 * What stood in the documents that a build made and in its code, as far as it is neither Next's nor React's: sources for a
 * policy, those that most pages have first. What is in a document that a server cached later may come from anybody.
 */
export type BuiltCode = {
  scripts: readonly string[];
  /** Of scripts that Next's client inserts. */
  insertedScripts: readonly string[];
  /** Of styles that the browser's code inserts when it shows a page after a navigation. */
  insertedStyles: readonly string[];
  /** Whether a page that the router shows may have style attributes in its HTML, and pictures by `data:` URLs. */
  styleAttributes: boolean;
  dataImages: boolean;
  /** Of documents that a server sends as they were built, by their hashes: it has no need to read them. */
  documents: Readonly<Record<string, Permissions>>;
};

/**
 * How many sources of each list are on the policy of every page. Proxies take a response's head of some kilobytes only, and
 * a site may have a script of its own in each of a thousand pages.
 */
export const maxOfEveryPage = 20;

const none: BuiltCode = {
  scripts: [],
  insertedScripts: [],
  insertedStyles: [],
  styleAttributes: false,
  dataImages: false,
  documents: {},
};

/** Where a build keeps it. */
export function builtCodeFile(distFolder: string): string {
  return join(distFolder, 'server/built-code.json');
}

/** What the build of the running server recorded. */
export function readBuiltCode(): BuiltCode {
  const file = builtCodeFile(distFolder());
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltCode) : none;
}
