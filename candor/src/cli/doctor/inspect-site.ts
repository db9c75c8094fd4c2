import { randomBytes } from 'node:crypto';
import { checkVersions } from '../../build/check-versions.js';
import type { PatchOfCandor } from '../../internals/list-patches.js';
import { patches } from '../../internals/patches.js';
import { isRecord } from '../../shared/is-record.js';
import { jsonOf, type Answer, type Ask } from './ask.js';
import { note, type Finding } from '../show.js';

/** The address of a path of the site. It may be written with the path that the site is below. */
export function addressOf(base: URL, path: string): URL {
  const below = base.pathname.replace(/\/$/, '');
  const isBelow = path.startsWith(below) && /^([/?]|$)/.test(path.slice(below.length));
  return new URL(isBelow ? path : `${below}${path}`, base);
}

type OfPolicy = {
  inspectPage: (page: Answer, again: Answer) => Finding[];
  policyPatches: readonly PatchOfCandor[];
};

/** @returns `base`: its address, after redirects; `inspected`: what was inspected. @throws CommandError if it is not reached */
export async function inspectSite(address: URL, ask: Ask, tunnel: string, policy: OfPolicy) {
  const start = await ask(address);
  // A redirect to a language or a login says nothing about the rest of the site.
  const base = start.url.pathname === address.pathname ? start.url : address;
  const monitoring = addressOf(base, tunnel);
  const noSuchPage = addressOf(base, `/no-such-page-${randomBytes(6).toString('hex')}`);
  const unknown = inspectUnknown(noSuchPage, await ask(noSuchPage));
  const answer = await ask(monitoring, 'application/json');
  const state = recordOf(jsonOf(answer));
  const isOfCandor = state.reporting === 'on' || state.reporting === 'off';
  const hasPolicy = isRecord(state.policy);
  const noPage = `${start.url.href} answers with ${start.status}. Name an address that shows a page.`;
  const findings = [
    ...(start.status < 400 ? [] : [{ says: noPage }]),
    ...(hasPolicy ? policy.inspectPage(start, await ask(address)) : []),
    ...(unknown ? [unknown] : []),
    ...(isOfCandor ? inspectState(state, [...patches, ...policy.policyPatches]) : [notOfCandor(answer, monitoring)]),
  ];
  const pages = ['the start page', ...(unknown ? [] : ['the 404']), ...(hasPolicy ? ['the policy'] : [])];
  return { base, monitoring, findings, inspected: [...pages, monitoring.pathname] };
}

function inspectUnknown({ pathname }: URL, { url, status, body }: Answer): Finding | undefined {
  const name = `An unknown address (${pathname})`;
  if (!url.pathname.includes(pathname))
    return note(`${name} is redirected to ${url.href}. The 404 behind it was not inspected.`);
  if (status !== 404) return { says: `${name} has the status ${status}. Its page must call notFound().` };
  if (!body.includes('next-error-h1')) return undefined;
  return { says: `${name} shows Next’s 404 screen. \`npx candor init\` writes app/not-found.` };
}

function notOfCandor({ url, status, headers }: Answer, { pathname }: URL): Finding {
  const redirected = url.pathname === pathname ? '' : ` is redirected to ${url.pathname}, which`;
  const answered = `answers with ${status} and ${headers.get('Content-Type') ?? 'no type'}, not as Candor does`;
  const remedy = 'Check that app/monitoring/route exists, and that no proxy or login answers there.';
  return { says: `GET ${pathname}${redirected} ${answered}. ${remedy}` };
}

function* inspectState(state: ReturnType<typeof recordOf>, manifest: readonly PatchOfCandor[]): Generator<Finding> {
  const { downSince, queued, dropped } = recordOf(state.delivery);
  const { missing } = recordOf(state.patches);
  const versions = recordOf(state.versions);
  const lossOf = (name: string) => manifest.find((patch) => patch.name === name)?.loses ?? 'not known to this version';

  if (state.reporting === 'off')
    yield { says: 'Reporting is off: nothing is sent. Set SENTRY_DSN where the server runs.' };
  if (typeof downSince === 'string')
    yield {
      says: `The service has accepted no events since ${downSince} (queued: ${textOf(queued)}). Can the server reach it?`,
    };
  for (const name of namesIn(missing)) yield { says: `The patch ${name} is not in effect: ${lossOf(name)}. ${update}` };
  for (const [name, count] of entriesOf(state.reportedByBrowsers))
    yield { says: `Browsers lacked the patch ${name} in ${count} pages: ${lossOf(name)}. ${update}` };
  for (const says of checkVersions((name) => (typeof versions[name] === 'string' ? versions[name] : undefined)))
    yield { says };
  if (!isRecord(state.patches))
    yield note('The site hides its patches and counters (`report.publicCounters` is false): not inspected.');
  for (const [name, count] of entriesOf(dropped))
    yield note(`Events dropped since the start: ${count} (${name}). The log names each.`);
  for (const [name, count] of entriesOf(state.ignored))
    yield note(`Browser errors that are not events: ${count} (${name}).`);
}

const update = 'Use versions that Candor was tested with, or update Candor.';

// A site may send anything: a million names, nested lists.
const maxEntries = 30;
const recordOf = (value: unknown) => (isRecord(value) ? value : {});
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown');
const namesIn = (value: unknown) => (Array.isArray(value) ? value.slice(0, maxEntries).map(textOf) : []);
const entriesOf = (value: unknown) =>
  Object.entries(recordOf(value))
    .slice(0, maxEntries)
    .map(([name, count]) => [name, textOf(count)] as const);
