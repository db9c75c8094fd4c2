import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFinishedBuild } from './built-pages.js';
import { hashSource } from './content-security-policy.js';
import { sentencesAboutEval } from './eval-packages.js';
import { inlineScripts } from './inline-scripts.js';
import { messageOf } from '../shared/error-parts.js';

export { policyPatches } from './patches/patches.js';

type Finding = { says: string; write?: string };

export function inspectBuild(distFolder: string): Finding[] {
  if (!existsSync(join(distFolder, 'BUILD_ID'))) return [];
  try {
    const { policy } = readFinishedBuild(distFolder);
    return policy ? sentencesAboutEval(distFolder, policy.policy).map((says) => ({ says })) : [];
  } catch (error) {
    return [{ says: `The build in ${distFolder} ${messageOf(error)}. Build again.` }];
  }
}

type Answer = { url: URL; headers: Headers; body: Buffer };

/** Inspects a page that was fetched twice: what differs is not the application's. */
export function inspectPage(page: Answer, again: Answer): Finding[] {
  const policy = policyIn(page);
  if (policy === undefined) return [{ says: 'Its pages have no policy. Check that no proxy removes headers.' }];
  // Several headers of one name come joined. Of one policy each directive counts once.
  if (/,\s*[a-z-]+-src\b/.test(policy))
    return [{ says: 'Its pages have two policies, and both apply. Remove the one that is not Candor’s.' }];
  if (!policy.includes("'report-sample'")) return [{ says: 'Its policy is not Candor’s: it is set elsewhere.' }];
  const stays = new Set(blockedIn(again));
  return blockedIn(page).map((text) => {
    const begins = `\`${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}\``;
    const foreign = `${page.url.pathname} has a blocked script that differs at each request, and begins with ${begins}: something in front of your server writes into your documents. Turn that off, or have it put the script into a file.`;
    const own = `The policy blocks a script of ${page.url.pathname}, which begins with ${begins}. Give it the nonce, (await headers()).get('x-nonce'), or add it to the setting policy:`;
    if (!stays.has(text)) return { says: foreign };
    return { says: own, write: `sources: { 'script-src': ["${hashSource(text)}"] }` };
  });
}

const maxReadBytes = 4 * 1024 * 1024;

const policyIn = ({ headers }: Answer) =>
  headers.get('Content-Security-Policy') ?? headers.get('Content-Security-Policy-Report-Only') ?? undefined;

function blockedIn(page: Answer): string[] {
  const [, allowed = ''] = /\bscript-src\s([^;]*)/.exec(policyIn(page) ?? '') ?? [];
  return inlineScripts(page.body.subarray(0, maxReadBytes).toString())
    .filter(({ nonce }) => nonce === undefined || !allowed.includes(`'nonce-${nonce}'`))
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '' && !allowed.includes(hashSource(text)));
}
