import type { IgnoredError } from '../shared/ignored-errors.js';
import type { BrowserPatchName } from '../internals/patches.js';

/** Why an error of this page became no event: `browserReports.ignored` of `GET /monitoring`. */
export function countIgnored(reason: IgnoredError): void {
  countAtServer('candor-ignored', { reason });
}

/** What this page lacks: `reportedByBrowsers` of `GET /monitoring`. */
export function countMissing(missing: BrowserPatchName[]): void {
  countAtServer('candor-patches', { missing });
}

function countAtServer(type: string, body: object) {
  const report = { type, url: location.origin + location.pathname, body };
  const headers = { 'Content-Type': 'application/reports+json' };
  fetch(CANDOR_TUNNEL, { method: 'POST', keepalive: true, headers, body: JSON.stringify([report]) }).catch(
    console.warn,
  );
}
