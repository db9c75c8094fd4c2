import type { Log } from '../shared/log-messages.js';
import { hashSource } from '../policy/hash-source.js';
import type { PolicyObserver } from '../policy/create-policy.js';
import { createPolicyLog, pathOf } from '../policy/policy-log.js';
import { scrub } from '../scrubbing/scrub.js';
import { describeError, oneLine } from '../scrubbing/log-format.js';

const maxPages = 20;
const maxScripts = 5;
const shownLength = 80;

/** An inline script that a browser has reported as blocked. */
export type BlockedScript = {
  /** That of the page. */
  path: string;
  /** How the script begins, as the browser says; empty where it does not. */
  sample: string;
};

const waysOut =
  'give it the nonce, (await headers()).get("x-nonce"), in a page that is rendered; or add its hash to sources["script-src"] of withCandor';

/**
 * Logs the effects of the policy that the site does not want.
 * @param routeOf the route of a path; `undefined`: it has none
 */
export function createPolicyObserver(log: Log, routeOf: (path: string) => string | undefined) {
  const samples = new Map<string, string>(); // Of pages whose next document is read.

  const observer: PolicyObserver = {
    ...createPolicyLog(log, (error, path) => ({ path: shown(path), error: describeError(error) })),
    documentStarts({ url = '' }, blockedIn) {
      if (samples.size === 0) return;
      const path = pathOf(url);
      const route = routeOf(path);
      const sample = samples.get(route ?? path);
      if (sample === undefined) return;
      samples.delete(route ?? path);
      const texts = blockedIn().slice(0, maxScripts);
      const scripts: { begins: string; hash?: string }[] = texts.map((text) => ({
        begins: shown(text),
        hash: hashSource(text),
      }));
      // A script that no document contains was inserted by another one.
      const isInserted = !texts.some((text) => text.startsWith(sample));
      if (isInserted) scripts.push({ begins: shown(sample) });
      log.warn({ path: shown(path), route, scripts, waysOut }, 'inline script blocked');
    },
  };
  return {
    ...observer,
    /** Has the next document of the page's route read for it. */
    scriptBlocked({ path, sample }: BlockedScript): void {
      if (samples.size < maxPages) samples.set(routeOf(path) ?? path, sample);
    },
  };
}

function shown(text: string): string {
  return oneLine(scrub(text.slice(0, 1_000)), shownLength);
}
