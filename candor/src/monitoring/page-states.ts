import type { IncomingMessage } from 'node:http';
import { browserPatches, type BrowserPatchName } from '../internals/patches.js';
import { logText } from '../scrubbing/log-format.js';
import { eachMinute } from '../shared/each-minute.js';
import { ignoredErrors, type IgnoredError } from '../shared/ignored-errors.js';
import type { Log } from '../shared/log-messages.js';
import { ignoredHeader, missingHeader } from '../shared/page-state-headers.js';
import { logMissingInBrowser } from './patch-states.js';

const maxLength = 1_000;

export type PageStates = ReturnType<typeof createPageStates>;

/** Counts what pages of this site say about themselves in the headers of their posts, and names what they request in vain. */
export function createPageStates(log: Log) {
  const missing: Partial<Record<BrowserPatchName, number>> = {};
  const ignored: Partial<Record<IgnoredError, number>> = {};
  const countIgnored = (reason: IgnoredError) => void (ignored[reason] = (ignored[reason] ?? 0) + 1);
  const sayStale = eachMinute((count: number, from: string, path: string) =>
    log.warn({ count, from: logText(from), path: logText(path) }, 'documents of another build are still being served'),
  );

  return {
    /** @returns whether the post has told why an error became no event: then it may have no envelope */
    note(headers: Pick<Headers, 'get'>): boolean {
      const listed = headers.get(missingHeader)?.slice(0, maxLength).split(',') ?? [];
      // The names of the manifest only: a page of another build may have others.
      for (const name of browserPatches.filter((known) => listed.includes(known))) {
        missing[name] = (missing[name] ?? 0) + 1;
        if (missing[name] === 1) logMissingInBrowser(log, name);
      }
      const reason = ignoredErrors.find((known) => known === headers.get(ignoredHeader));
      if (reason !== undefined) countIgnored(reason);
      return reason !== undefined;
    },
    countIgnored,
    /** A 404 for a file that a document names, and this build never had: a cache serves documents of an earlier one. */
    noteMissing({ url = '', headers: { referer = '' } }: IncomingMessage): void {
      if (!url.includes('/_next/static/') || !/^https?:/.test(referer) || !URL.canParse(referer)) return;
      sayStale(new URL(referer).pathname, url.replace(/[?#][^]*$/, ''));
    },
    missing: (): Record<string, number> => missing,
    ignored: (): Record<string, number> => ignored,
  };
}
