import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFinishedBuild } from './built-pages.js';
import { hashSource } from './content-security-policy.js';
import { sentencesAboutEval } from './eval-packages.js';
import { inlineScripts } from './inline-scripts.js';

export { policyPatches } from './patches/patches.js';

type Finding = { says: string; write?: string };

const finding = (says: string, write?: string): Finding => ({ says, ...(write && { write }) });

/** What the last build tells of its policy. Without the setting there is nothing to say. */
export function inspectBuild(distFolder: string): Finding[] {
  if (!existsSync(join(distFolder, 'BUILD_ID'))) return [];
  return sentencesAbout(distFolder)?.map((says) => finding(says)) ?? [];
}

function sentencesAbout(distFolder: string): string[] | undefined {
  try {
    const { policy } = readFinishedBuild(distFolder);
    return policy && sentencesAboutEval(distFolder, policy.policy);
  } catch (error) {
    return [`The build in ${distFolder} ${(error as Error).message}. Build again.`];
  }
}

type Answer = { url: URL; headers: Headers; body: Buffer };

/** Inspects a page of a running site, fetched twice: what differs is not of the application. */
export function inspectPage(page: Answer, again: Answer): Finding[] {
  const policy = page.headers.get('Content-Security-Policy') ?? page.headers.get('Content-Security-Policy-Report-Only');
  if (policy === null) return [finding('Its pages have no policy. See that no proxy removes headers.')];
  // Several headers of one name come joined. Of one policy each directive counts once.
  if (/,\s*[a-z-]+-src\b/.test(policy))
    return [finding('Its pages have two policies, and both apply. Remove the one that is not of Candor.')];
  if (!policy.includes("'report-sample'")) return [finding('Its policy is not of Candor: it is set elsewhere.')];
  const stays = new Set(blockedIn(again));
  return blockedIn(page).map((text) => {
    const begins = `\`${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}\``;
    if (!stays.has(text))
      return finding(
        `${page.url.pathname} has a blocked script that differs at each request, and begins with ${begins}: something in front of your server writes into your documents. Turn that off, or have it put the script into a file.`,
      );
    return finding(
      `The policy blocks a script of ${page.url.pathname}, which begins with ${begins}. Give it the nonce, (await headers()).get('x-nonce'), or add it to the setting policy:`,
      `sources: { 'script-src': ["${hashSource(text)}"] }`,
    );
  });
}

/** In bytes. */
const maxRead = 4 * 1024 * 1024;

function blockedIn({ headers, body }: Answer): string[] {
  const policy = headers.get('Content-Security-Policy') ?? headers.get('Content-Security-Policy-Report-Only') ?? '';
  const [, allowed = ''] = /\bscript-src\s([^;]*)/.exec(policy) ?? [];
  return inlineScripts(body.subarray(0, maxRead).toString())
    .filter(({ nonce }) => nonce === undefined || !allowed.includes(`'nonce-${nonce}'`))
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '' && !allowed.includes(hashSource(text)));
}
