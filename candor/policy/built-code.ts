import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Permissions } from './content-security-policy';

/**
 * What stood in the documents that a build made, as far as it is neither Next's nor React's: sources for a policy. What is in a
 * document that a server cached later may come from anybody.
 */
export type BuiltCode = {
  scripts: readonly string[];
  /** Of scripts that Next's client inserts. */
  insertedScripts: readonly string[];
  /** Of styles that React inserts when it shows the page after a navigation. */
  insertedStyles: readonly string[];
  /** Of documents that a server sends as they were built, by their hashes: it has no need to read them. */
  documents: Readonly<Record<string, Permissions>>;
};

const none: BuiltCode = { scripts: [], insertedScripts: [], insertedStyles: [], documents: {} };

/** Where a build keeps it. */
export function builtCodeFile(distFolder: string): string {
  return join(distFolder, 'server/built-code.json');
}

/** What the build of the running server recorded. */
export function readBuiltCode(): BuiltCode {
  const file = builtCodeFile(join(/* turbopackIgnore: true */ process.cwd(), '.next'));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltCode) : none;
}
