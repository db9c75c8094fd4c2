import { randomBytes } from 'node:crypto';
import { patches, type PatchOfCandor } from '../../internals/patches.js';
import { redirectOf, type Answer, type Ask } from './ask.js';
import { together, type Finding, type Looked } from './finding.js';
import { hasPolicy, lookAtState, versionIn } from './look-at-state.js';

/** A site that was reached. */
export type Site = {
  /** Its origin, as far as redirects led there, and the path that it is below: empty, or with a slash first and none last. */
  base: URL;
  /** Where its browsers report. */
  monitoring: URL;
  /** The version of Candor that it says it has. */
  candor: string | undefined;
};

/** The address of a path of the site. It may be written with the path that the site is below. */
export function addressOf({ base }: Pick<Site, 'base'>, path: string): URL {
  const below = base.pathname.replace(/\/$/, '');
  const isBelow = path.startsWith(below) && /^([/?]|$)/.test(path.slice(below.length));
  return new URL(isBelow ? path : `${below}${path}`, base);
}

type OfPolicy = {
  /** Says what the policy of a page blocks, which was fetched twice. */
  inspectPage: (page: Answer, again: Answer) => Finding[];
  policyPatches: readonly PatchOfCandor[];
};

/**
 * What a running site says about itself.
 * @param tunnel the path at which its browsers report
 * @throws CommandError if it is not reached
 */
export async function lookAtSite(
  address: URL,
  ask: Ask,
  tunnel: string,
  { inspectPage, policyPatches }: OfPolicy,
): Promise<{ site: Site; looked: Looked }> {
  const document = await ask(address);
  const isSamePath = document.url.pathname.replace(/\/$/, '') === address.pathname.replace(/\/$/, '');
  const base = new URL(isSamePath ? document.url.href : new URL(address.pathname, document.url).href);
  const monitoring = addressOf({ base }, tunnel);
  const noSuchPage = addressOf({ base }, `/no-such-page-${randomBytes(6).toString('hex')}`);
  const unknown = await ask(noSuchPage);
  const state = await ask(monitoring, { accept: 'application/json' });
  const ofPolicy = hasPolicy(state) ? inspectPage(document, await ask(address)) : [];
  const looked = together([
    { findings: [...lookAtStart(document), ...ofPolicy], notes: [] },
    lookAtUnknown(noSuchPage.pathname, unknown),
    lookAtState(state, monitoring.pathname, [...patches, ...policyPatches]),
  ]);
  return { site: { base, monitoring, candor: versionIn(state) }, looked };
}

function lookAtStart({ url, status }: Answer): Finding[] {
  if (status < 400) return [];
  const says = `${url.href} answers with ${status}. Name an address that shows a page.`;
  return [{ about: 'site', says }];
}

/** The 404 screen that Next has where an application has none. */
const ofNext = 'next-error-h1';

function lookAtUnknown(path: string, { url, status, headers, body }: Answer): Looked {
  const finding = (says: string): Looked => ({ findings: [{ about: 'site', says }], notes: [] });
  const target = redirectOf({ url, status, headers, body }) ?? url;
  if (status === 404)
    return body.includes(ofNext)
      ? finding('An unknown address has the 404 screen of Next. `candor init` writes app/not-found.')
      : { findings: [], notes: [] };
  if (target.pathname === path)
    return finding(
      `An unknown address (${path}) has the status ${status}. Let the page that answers there call notFound().`,
    );
  const says = `An unknown address (${path}) is redirected to ${target.href}. If that is a login, the 404 behind it was not looked at; if not, let it have a 404.`;
  return { findings: [], notes: [says] };
}
